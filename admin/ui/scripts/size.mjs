// What the first page loads must stay small. Everything counts that index.html names, and the code that is loaded at once.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const LIMIT_KB = 400;
const assets = join(process.env.FEIGE_UI_OUT ?? 'target/ui', 'assets');
const sizes = readdirSync(assets)
  .filter((name) => /\.(js|css)$/.test(name))
  .map((name) => [name, gzipSync(readFileSync(join(assets, name))).length / 1000]);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
for (const [name, size] of sizes) console.log(`${size.toFixed(1).padStart(7)} kB gzip  ${name}`);
if (total > LIMIT_KB) {
  console.error(`The console is ${total.toFixed(0)} kB gzip; ${LIMIT_KB} kB is the limit (admin/ui/scripts/size.mjs).`);
  process.exit(1);
}
