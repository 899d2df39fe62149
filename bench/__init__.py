"""The benchmark: every job a person runs, timed as a whole process beside plain reportlab."""
