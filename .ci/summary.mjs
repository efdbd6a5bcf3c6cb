// Sums up a run from the reports that it left: the slowest test classes, the processor time of each module's tests, and the
// tests that failed. Exits with 1 if a test failed both times, or more than MOST_FLAKY tests passed only in their re-run.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MOST_FLAKY = 3;
const SLOWEST = 20;

/** How deep modules lie below the root, and folders that hold none. */
const DEEPEST = 2;
const NO_MODULES = new Set(['node_modules', 'src', 'docs', '.git']);

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
const filesOf = (folder) => (isFolder(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []);

/** The output folders of builds. */
function* targets(folder, depth) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name === 'target' && isFolder(path)) {
      yield path;
    } else if (depth > 0 && !NO_MODULES.has(name) && isFolder(path)) {
      yield* targets(path, depth - 1);
    }
  }
}

const plain = (text) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&');

const attribute = (tag, name) => plain(tag.match(new RegExp(` ${name}="([^"]*)"`))?.[1] ?? '');

/** The beginning of a failure's message, or of its trace. */
function why(test) {
  const tag = test.match(/<(?:failure|error|flakyFailure|flakyError)\b[^>]*>/)[0];
  const trace = test.slice(test.indexOf(tag) + tag.length).match(/^(?:<stackTrace>)?(?:<!\[CDATA\[)?([^\n]*)/)?.[1] ?? '';
  const words = (attribute(tag, 'message') || plain(trace)).trim();
  return words.split(/\s*\n\s*/).filter(Boolean).slice(0, 4).join(' ').slice(0, 200) || attribute(tag, 'type');
}

const classes = [];
const flaky = [];
const failed = [];
const modules = [];

function judge(report) {
  const suite = report.match(/<testsuite\b[^>]*>/)[0];
  classes.push({ name: attribute(suite, 'name'), seconds: Number(attribute(suite, 'time').replaceAll(',', '')) });
  for (const [test] of report.matchAll(/<testcase\b[^>]*[^/]>[\s\S]*?<\/testcase>/g)) {
    const tag = test.match(/<testcase\b[^>]*>/)[0];
    const name = `${attribute(tag, 'classname').replace(/^.*\./, '')}.${attribute(tag, 'name') || '(class)'}`;
    if (/<(failure|error)\b/.test(test)) {
      failed.push([name, why(test)]);
    } else if (/<flaky(Failure|Error)\b/.test(test)) {
      flaky.push([name, why(test)]);
    }
  }
}

for (const target of targets('.', DEEPEST)) {
  ['surefire-reports', 'failsafe-reports']
    .flatMap((name) => filesOf(join(target, name)))
    .filter((path) => /TEST-[^/]*\.xml$/.test(path))
    .forEach((path) => judge(readFileSync(path, 'utf8')));
  const seconds = filesOf(join(target, 'test-times')).reduce((sum, path) => sum + Number(readFileSync(path, 'utf8')), 0);
  if (seconds > 0) {
    modules.push({ name: dirname(target), seconds });
  }
}

classes.sort((a, b) => b.seconds - a.seconds);
const all = classes.reduce((sum, each) => sum + each.seconds, 0);
console.log(`${classes.length} classes, ${Math.round(all)} s in all; the slowest:`);
for (const { name, seconds } of classes.slice(0, SLOWEST)) {
  console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
}
modules.sort((a, b) => b.seconds - a.seconds);
console.log('processor time of the tests of each module, with the processes that they started:');
for (const { name, seconds } of modules) {
  console.log(`${(seconds / 60).toFixed(1).padStart(8)} min  ${name}`);
}
for (const [outcome, tests] of Object.entries({ 'passed in its re-run': flaky, 'FAILED again in its re-run': failed })) {
  for (const [name, words] of tests) {
    console.log(`flaky: ${name}: ${words}: ${outcome}`);
  }
}
if (flaky.length + failed.length === 0) {
  console.log('No test had to be re-run.');
}
if (flaky.length > MOST_FLAKY) {
  console.log(`More than ${MOST_FLAKY} tests had to be re-run, so this run has failed.`);
}
process.exit(failed.length > 0 || flaky.length > MOST_FLAKY ? 1 : 0);
