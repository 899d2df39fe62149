export { zipSync, unzipSync, strToU8, strFromU8 } from "fflate";
