// The folders of the modules named, and of all that depend on them, one a line: node .ci/modules.mjs MODULE,...
import { readFileSync } from 'node:fs';

const folders = [...readFileSync('pom.xml', 'utf8').matchAll(/<module>([^<]+)<\/module>/g)].map(([, folder]) => folder);
const modules = folders.map((folder) => {
  const pom = readFileSync(`${folder}/pom.xml`, 'utf8');
  const own = pom.slice(pom.indexOf('</parent>'));
  return {
    folder,
    artifact: own.match(/<artifactId>([^<]+)</)[1],
    needs: new Set([...own.matchAll(/<groupId>io\.feige<\/groupId>\s*<artifactId>([^<]+)</g)].map(([, name]) => name)),
  };
});

const wanted = (process.argv[2] ?? '').split(',');
const unknown = wanted.filter((folder) => !folders.includes(folder));
if (unknown.length > 0) {
  console.error(`There is no module ${unknown.join(', ')}; there are ${folders.join(', ')}.`);
  process.exit(2);
}
const found = new Set(modules.filter(({ folder }) => wanted.includes(folder)));
for (let size = 0; size < found.size; ) {
  size = found.size;
  const names = [...found].map(({ artifact }) => artifact);
  modules.filter(({ needs }) => names.some((name) => needs.has(name))).forEach((each) => found.add(each));
}
modules.filter((each) => found.has(each)).forEach(({ folder }) => console.log(folder));
