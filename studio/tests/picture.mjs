// The README's picture of the studio: npm run picture

import { join } from "node:path";
import { ROOT, paste, startBrowser, startStudio } from "./host.mjs";

const host = await startStudio();
const browser = await startBrowser();
const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en-GB" })).newPage();
await page.goto(`${host.address}#/decrypto/keywords?lang=en`);
await page.getByLabel("Mine first").check();
await paste(page, page.getByRole("textbox", { name: /One word a line/ }), "Grandmother\nSandcastle\nLighthouse\nLighthouse\nPicnic");
await page.locator(".lint li").first().waitFor();
await page.locator(".words").evaluate((words) => words.scrollIntoView());
await page.mouse.move(0, 0);
await page.waitForTimeout(1000);
await page.screenshot({ path: join(ROOT, "docs/studio.png") });
await browser.close();
host.end();
process.exit(0);
