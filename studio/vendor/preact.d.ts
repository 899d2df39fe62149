export { h, render, Fragment } from "preact";
export { useEffect, useMemo, useRef, useState } from "preact/hooks";
export const html: (strings: TemplateStringsArray, ...values: any[]) => any;
