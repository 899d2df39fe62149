// A person's walks through the page, in a real Chromium, with both carriers of messages.
//   node --test studio/tests        CHROMIUM and PYTHON name the programs; SITE the folder of `make site`

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { AXE, PATIENCE, PICTURES, PYTHON, ROOT, paste, serveSite, startBrowser, startStudio, wordsOf } from "./host.mjs";

for (const [carrier, start] of [["http", startStudio], ["worker", serveSite]]) {
  describe(carrier, { timeout: 600_000 }, () => {
    let host;
    let browser;

    before(async () => {
      host = await start();
      browser = await startBrowser();
    });
    after(async () => {
      await browser?.close();
      host?.end();
    });

    /** Open the page as somebody new; nothing may leave its own origin, nothing may fail. */
    async function visit({ at = "", width = 1280, height = 860, locale = "en-US", scheme = "light" } = {}) {
      const context = await browser.newContext({ viewport: { width, height }, locale, colorScheme: scheme, acceptDownloads: true });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const strange = [];
      const failures = [];
      page.on("request", (request) => {
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(new URL(host.address).origin)) strange.push(request.url());
      });
      page.on("pageerror", (error) => failures.push(error.message));
      page.on("console", (message) => message.type() === "error" && failures.push(message.text()));
      await page.goto(host.address + at);
      return {
        page,
        async leave(name) {
          await page.screenshot({ path: join(PICTURES, `${carrier}-${name}.png`) });
          assert.deepEqual(strange, []);
          assert.deepEqual(failures, []);
          await context.close();
        },
      };
    }

    async function saved(page, click, name) {
      const [download] = await Promise.all([page.waitForEvent("download"), click()]);
      // What a browser downloads is gone with its context.
      const path = join(PICTURES, `${carrier}-${name}`);
      await download.saveAs(path);
      return path;
    }

    async function violations(page) {
      await page.evaluate(AXE);
      const found = await page.evaluate(() => globalThis.axe.run(document));
      return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`);
    }

    test("note sheets, from nothing to a PDF", async () => {
      const { page, leave } = await visit({ locale: "de-DE" });
      await page.getByRole("button", { name: /^Notizblock Notizblätter/ }).click();
      await page.locator("img.paper").first().waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByLabel("Blätter im Block").fill("4");
      await page.getByText("4 Blätter auf 2 Blatt Papier").waitFor();
      const path = await saved(page, () => page.getByRole("button", { name: "PDF speichern" }).click(), "notes.pdf");
      assert.match(wordsOf(path), /WEISS/);
      const picture = await saved(page, () => page.getByRole("button", { name: "Bild speichern" }).click(), "notes.png");
      assert.equal(readFileSync(picture).toString("latin1", 1, 4), "PNG");
      await leave("notes");
    });

    test("a deck from a pasted list, with a bad word mended", async () => {
      const { page, leave } = await visit({ at: "#/decrypto/keywords?lang=en" });
      await page.getByLabel("Mine first").check();
      const words = page.getByRole("textbox", { name: /One word a line/ });
      await paste(page, words, "Grandmother\nSandcastle\nSandcastle");
      await page.locator(".lint").getByText(/is listed twice/).waitFor();
      assert.deepEqual(await violations(page), []);
      await paste(page, words, "Grandmother\nSandcastle");
      await page.locator(".lint").waitFor({ state: "detached" });
      await page.getByLabel("Find a card").fill("sandc");
      const card = page.locator(".found").getByRole("button", { name: /Sandcastle/ });
      const number = (await card.innerText()).split(/\s/)[0];
      const path = await saved(page, () => page.getByRole("button", { name: "Save PDF" }).click(), "deck.pdf");
      assert.match(wordsOf(path), /SANDCASTLE/);
      await leave("deck");

      // A year later, from the PDF alone.
      const again = await visit({ at: "#/decrypto/keywords" });
      await again.page.locator("img.paper").first().waitFor();
      await again.page.getByLabel("Print an old deck again").setInputFiles(path);
      await again.page.getByText("This is a former deck").waitFor();
      await again.page.getByLabel("Print only these cards").fill(number);
      await again.page.getByText("1 piece on 1 sheet of paper").waitFor();
      const one = await saved(again.page, () => again.page.getByRole("button", { name: "Save PDF" }).click(), "again.pdf");
      assert.match(wordsOf(one), /SANDCASTLE/);
      await again.leave("again");
    });

    test("printing for the first time", async () => {
      const { page, leave } = await visit({ at: "#/kryptx/numbers?lang=en" });
      await page.locator("img.paper").first().waitFor();
      await page.getByRole("button", { name: "Print", exact: true }).click();
      await page.getByRole("link", { name: "Open the PDF" }).waitFor();
      await page.getByRole("link", { name: "Open the test sheet" }).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByRole("group", { name: /100 mm long/ }).getByLabel("Yes").check();
      await page.getByRole("group", { name: /upright behind/ }).getByLabel("No").check();
      await page.getByText(/turns about the other edge/).waitFor();
      await page.getByText(/turned about the short edge/).waitFor();
      await page.getByRole("group", { name: /upright behind/ }).getByLabel("Yes").check();
      await page.getByText("Then you are ready").waitFor();
      await leave("print");
    });

    test("what was chosen is kept, and comes back step by step", async () => {
      const { page, leave } = await visit({ at: "#/decrypto/keywords?lang=en" });
      await page.getByLabel("Only mine").check();
      await paste(page, page.getByRole("textbox", { name: /One word a line/ }), "Grandmother\nSandcastle\nLantern\nMeadow");
      await page.getByText("1 piece on 1 sheet of paper").waitFor();
      assert.doesNotMatch(page.url(), /Lantern/);
      await page.waitForTimeout(500); // the store waits for a pause
      await page.reload();
      await page.getByText("1 piece on 1 sheet of paper").waitFor();
      await page.getByRole("radio", { name: "The bank" }).check();
      await page.getByText("110 pieces").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("1 piece on 1 sheet of paper").waitFor();
      await page.getByRole("button", { name: "Redo" }).click();
      await page.getByText("110 pieces").waitFor();
      await leave("kept");
    });

    test("a card of one's own", async () => {
      const { page, leave } = await visit();
      await page.getByRole("button", { name: "Make your own" }).click();
      await page.getByRole("button", { name: "Start with ten small cards" }).click();
      await page.getByRole("button", { name: "templates/duel/card.yaml" }).click();
      const editor = page.getByRole("textbox", { name: "templates/duel/card.yaml" });
      await paste(page, editor, "ppgen: layout/2\nextends: base\nneeds: {n: integer}\ndraw:\n  - txt: hello\n");
      await page.locator(".problems").getByText(/first key of an element/).waitFor();
      assert.deepEqual(await violations(page), []);
      await paste(page, editor, "ppgen: layout/2\nextends: base\nneeds: {n: integer}\ndraw:\n  - text: Heron ${n}\n    style: d\n");
      await page.locator(".problems").waitFor({ state: "detached" });
      await page.locator("img.paper").first().waitFor();
      const path = await saved(page, () => page.getByRole("button", { name: "Save PDF" }).click(), "own.pdf");
      assert.match(wordsOf(path), /Heron 7/);
      const zip = await saved(page, () => page.getByRole("button", { name: "Save as zip" }).click(), "own.zip");
      await page.getByRole("button", { name: "Begin anew" }).click();
      await page.getByLabel("Open a workspace").setInputFiles(zip);
      await page.getByRole("button", { name: "templates/duel/card.yaml" }).waitFor();
      await leave("own");
    });

    test("the first view has no barrier, in light and dark", async () => {
      for (const scheme of ["light", "dark"]) {
        const { page, leave } = await visit({ scheme });
        await page.getByRole("button", { name: /Note sheets/i }).first().waitFor();
        assert.deepEqual(await violations(page), []);
        await leave(`home-${scheme}`);
      }
    });

    for (const [device, width, height] of [["phone", 390, 844], ["tablet", 820, 1180]]) {
      test(`German on a ${device}`, async () => {
        const { page, leave } = await visit({ at: "#/kryptx/pad?lang=de", width, height, locale: "de-DE", scheme: "dark" });
        await page.locator("img.paper").first().waitFor();
        const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.equal(await wide(), 0);
        assert.deepEqual(await violations(page), []);
        await page.getByRole("button", { name: "Drucken", exact: true }).click();
        await page.getByRole("link", { name: "PDF öffnen" }).waitFor();
        assert.equal(await wide(), 0);
        assert.deepEqual(await violations(page), []);
        await leave(device);
      });
    }

    test("keys alone suffice", async () => {
      const { page, leave } = await visit();
      await page.getByRole("button", { name: /Note sheets/i }).first().waitFor();
      const name = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") || document.activeElement.textContent);
      const tabTo = async (wanted) => {
        for (let n = 0; n < 80 && !wanted.test(await name()); n++) await page.keyboard.press("Tab");
        assert.match(await name(), wanted);
      };
      await tabTo(/^note sheets/i);
      await page.keyboard.press("Enter");
      await page.locator("img.paper").first().waitFor();
      await tabTo(/^Larger/);
      await page.keyboard.press("Enter");
      await page.getByText("150 %").waitFor();
      await tabTo(/^Print$/);
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: "Open the PDF" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("Control+z");
      await page.getByRole("heading", { name: "What shall we print?" }).waitFor();
      await leave("keys");
    });

    test("five megabytes of paste neither hang nor leave the page", async () => {
      const { page, leave } = await visit({ at: "#/decrypto/keywords?lang=en" });
      await page.getByLabel("Only mine").check();
      const words = page.getByRole("textbox", { name: /One word a line/ });
      await paste(page, words, "x".repeat(5_200_000));
      await page.getByText(/more than 5 MB/).waitFor();
      await paste(page, words, "wordless\n".repeat(540_000));
      await page.getByText(/more than 20,000 words/).waitFor();
      await paste(page, words, "x".repeat(4_900_000));
      await page.getByText(/line 1 is longer/).waitFor();
      await paste(page, words, "Apple\nRiver\nLantern\nMeadow");
      await page.getByText("1 piece on 1 sheet of paper").waitFor();
      await leave("paste");
    });

    test("a hostile zip stays outside", async () => {
      const { page, leave } = await visit();
      await page.getByRole("button", { name: "Make your own" }).click();
      const { zipSync, strToU8 } = await import("../vendor/fflate.js");
      const zip = zipSync({ "../../evil.yaml": strToU8("x"), "ppgen.yaml": strToU8("ppgen: workspace/1\n") });
      await page.getByLabel("Open a workspace").setInputFiles({ name: "w.zip", mimeType: "application/zip", buffer: Buffer.from(zip) });
      await page.getByText(/has no file/).first().waitFor();
      const bomb = zipSync({ "ppgen.yaml": new Uint8Array(120_000_000) });
      await page.getByLabel("Open a workspace").setInputFiles({ name: "w.zip", mimeType: "application/zip", buffer: Buffer.from(bomb) });
      await page.getByText("This zip holds more than a workspace may.").waitFor();
      await leave("zip");
    });

    if (carrier === "worker") {
      test("without a network after the first visit", async () => {
        const { page, leave } = await visit({ at: "#/decrypto/notes?lang=en" });
        await page.locator("img.paper").first().waitFor();
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.context().setOffline(true);
        await page.reload();
        await page.locator("img.paper").first().waitFor();
        await leave("offline");
      });

      test("East Asian fonts come when they are needed, and stay", async () => {
        const { page, leave } = await visit({ at: "#/decrypto/keywords?lang=en" });
        await page.locator("img.paper").first().waitFor();
        const controlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
        while (!(await controlled())) await page.waitForTimeout(100);
        assert.equal(await page.evaluate(() => caches.match("fonts-cjk.zip").then(Boolean)), false);
        await page.getByLabel("Language").selectOption("ja");
        await page.getByText(/^ja-1-/).waitFor();
        const path = await saved(page, () => page.getByRole("button", { name: "Save PDF" }).click(), "ja.pdf");
        assert.match(wordsOf(path), /\p{Script=Han}/u);
        await page.context().setOffline(true);
        await page.reload();
        await page.getByText(/^ja-1-/).waitFor();
        await leave("ja");
      });

      test("a PDF as this machine's Python makes it", async () => {
        const { page, leave } = await visit({ at: "#/kryptx/numbers?lang=de" });
        await page.locator("img.paper").first().waitFor();
        const path = await saved(page, () => page.getByRole("button", { name: "Save PDF" }).click(), "numbers.pdf");
        const native = join(PICTURES, "native.pdf");
        const ran = spawnSync(PYTHON, ["-m", "ppgen", "make", "kryptx/numbers", "--lang", "de", "-o", native], { cwd: ROOT, encoding: "utf8" });
        assert.equal(ran.status, 0, ran.stderr);
        assert.ok(readFileSync(path).equals(readFileSync(native)));
        await leave("pdf");
      });
    }
  });
}
