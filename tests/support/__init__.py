"""What the tests share, imported by name: `from tests.support.run import run_here`."""
