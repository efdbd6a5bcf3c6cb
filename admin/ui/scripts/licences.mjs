// Writes the licences of what is bundled into the bundle: production dependencies, and what those need.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const out = process.env.FEIGE_UI_OUT ?? 'target/ui';
const found = new Map();

function home(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const place = join(at, 'node_modules', name);
    if (existsSync(join(place, 'package.json'))) return place;
    if (dirname(at) === at) throw new Error(`${name} is not installed`);
  }
}

function collect(names, from) {
  for (const name of names) {
    const place = home(name, from);
    if (found.has(place)) continue;
    const about = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
    const file = readdirSync(place).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? '' : readFileSync(join(place, file), 'utf8').trim();
    found.set(place, { name, version: about.version, licence: about.license ?? 'not stated', text });
    collect(Object.keys(about.dependencies ?? {}), place);
  }
}

collect(Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies), process.cwd());
const all = [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
const text = all
  .map((each) => `${each.name} ${each.version}\n${each.licence}\n\n${each.text}\n`)
  .join(`\n${'-'.repeat(72)}\n\n`);
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'LICENSES.txt'), `The console has in it:\n\n${text}`);
