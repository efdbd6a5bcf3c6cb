// Makes the list of what the REST interface can be asked, for the console's page about it, from Admin's contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { load } from 'js-yaml';

const METHODS = ['get', 'post', 'patch', 'put', 'delete'];
const here = (path) => new URL(path, import.meta.url);
const contract = load(readFileSync(here('../../api/openapi.yaml'), 'utf8'));

/** What a reference within the contract stands for. */
function resolve(of) {
  const path = of.$ref?.replace('#/', '').split('/');
  return path === undefined ? of : path.reduce((at, name) => at[name], contract);
}

function parameter(of) {
  const { name, in: where, required = false, description = '' } = resolve(of);
  return { name, where, required, description };
}

const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => item[method] !== undefined).map((method) => {
    const { summary, description = '', parameters = [] } = item[method];
    return {
      method: method.toUpperCase(),
      path,
      summary,
      description: description.trim(),
      parameters: [...(item.parameters ?? []), ...parameters].map(parameter),
    };
  }),
);

writeFileSync(
  here('../src/api/operations.ts'),
  `/** Made by scripts/operations.mjs from admin/api/openapi.yaml. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly where: string;
    readonly required: boolean;
    readonly description: string;
  }[];
}

export const operations: readonly Operation[] = ${JSON.stringify(operations)};
`,
);
