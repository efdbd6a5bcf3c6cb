// A small Admin for the tests: answers what the console asks as openapi.yaml says, and serves what was built as an Admin will.
//   FEIGE_MOCK_PORT  where it listens (7790)       FEIGE_ADMIN  an Admin to ask for all but sessions, live events and figures
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { advance } from './drill.mjs';
import { beDecent } from './hostile.mjs';
import { answer, newWorld } from './world.mjs';
import { figures, figuresOf } from './figures.mjs';

const port = Number(process.env.FEIGE_MOCK_PORT ?? 7790);
const admin = process.env.FEIGE_ADMIN || undefined;
const files = process.env.FEIGE_UI_OUT ?? fileURLToPath(new URL('../../target/ui', import.meta.url));
const csrf = 'csrf-of-the-mock';
const people = {
  ann: { password: 'correct horse battery', grants: ['all'] },
  vera: { password: 'correct horse battery', grants: ['viewer'] },
};
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
};
const policy =
  "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
const deeds = [
  'trouble',
  'meddle',
  'lock',
  'flow',
  'lose',
  'happen',
  'forget',
  'rehearse',
  'hold',
  'release',
  'unstore',
  'delay',
  'halt',
  'ail',
  'mute',
  'hamper',
  'clean',
];
let world = newWorld();
let isSilent = false;
const sessions = new Map();
const listeners = new Set();

function send(response, status, body, headers = {}) {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'Content-Type': type, ...headers }).end(JSON.stringify(body));
}

function problem(response, status, code, detail, whatToDo, headers = {}) {
  send(response, status, { type: `urn:feige:${code}`, title: code, status, detail, code, whatToDo }, headers);
}

async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : JSON.parse(text);
}

function sessionOf(request) {
  const cookie = /feige-session=(\w+)/.exec(request.headers.cookie ?? '');
  return cookie === null ? undefined : sessions.get(cookie[1]);
}

/** What the header Authorization shows. */
function credentials(header = '') {
  const [scheme, shown = ''] = header.split(' ');
  if (scheme !== 'Basic') return { token: shown };
  const [user, password] = Buffer.from(shown, 'base64').toString().split(':');
  return { user, password };
}

function logIn(response, body) {
  const known = people[body.user];
  const user =
    known?.password === body.password && known !== undefined
      ? { user: body.user, grants: known.grants }
      : body.token === 'setup-secret'
        ? { user: '', grants: ['administrator'] }
        : body.token === 'good-token'
          ? { user: '', grants: ['all'] }
          : undefined;
  if (user === undefined) {
    problem(response, 401, 'NOT_AUTHENTICATED', 'The user or the password is wrong', 'Check both and try again.');
    return;
  }
  const id = `s${sessions.size + 1}${String(Math.random()).slice(2)}`;
  const who = user.user === '' ? 'whoever has the token' : `${user.user} with a password`;
  const session = { who, ...user, csrf, expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
  sessions.set(id, session);
  send(response, 200, session, { 'Set-Cookie': `feige-session=${id}; HttpOnly; SameSite=Strict; Path=/` });
}

async function ask(path) {
  advance(world);
  if (admin === undefined) return path.endsWith('status') ? world.status : world.alerts;
  return (await fetch(admin + path)).json();
}

async function tell(response) {
  if (isSilent) return;
  for (const name of ['status', 'alerts']) {
    response.write(`event: ${name}\ndata: ${JSON.stringify(await ask(`/api/v1/${name}`))}\n\n`);
  }
}

async function pass(request, response, body) {
  const headers = { 'Content-Type': 'application/json' };
  const hasBody = request.method === 'POST' || request.method === 'PATCH';
  const told = await fetch(admin + request.url, {
    method: request.method,
    ...(hasBody && { headers, body: JSON.stringify(body) }),
  });
  response.writeHead(told.status, { 'Content-Type': told.headers.get('Content-Type') ?? 'text/plain' });
  response.end(Buffer.from(await told.arrayBuffer()));
}

async function api(request, response, url) {
  const session = sessionOf(request);
  const body = request.method === 'GET' ? {} : await read(request);
  const route = `${request.method} ${url.pathname}`;
  if (route === 'POST /api/v1/session') return logIn(response, credentials(request.headers.authorization));
  if (session === undefined && route === 'GET /api/v1/session' && url.searchParams.get('orNobody') === 'true') {
    return send(response, 200, { who: '', user: '', grants: [], csrf: '', tokenFile: '' });
  }
  if (session === undefined) {
    return problem(response, 401, 'NOT_AUTHENTICATED', 'Nobody is logged in', 'Log in.');
  }
  if (request.method !== 'GET' && request.headers['feige-csrf'] !== csrf) {
    return problem(response, 403, 'CSRF_TOKEN_WANTED', 'The header Feige-Csrf is missing', 'Load the page anew.');
  }
  if (route === 'GET /api/v1/session') return send(response, 200, session);
  if (route === 'DELETE /api/v1/session') {
    for (const [id, each] of sessions) if (each === session) sessions.delete(id);
    return send(response, 200, { done: true });
  }
  if (route === 'GET /api/v1/live') {
    if (isSilent) return response.destroy();
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    listeners.add(response);
    const timer = setInterval(() => void tell(response), 1_000);
    response.on('close', () => (listeners.delete(response), clearInterval(timer)));
    return tell(response);
  }
  if (route === 'GET /api/v1/history')
    return send(
      response,
      200,
      figures((await ask('/api/v1/status')).pairs, Number(url.searchParams.get('seconds') ?? 3_600)),
    );
  if (request.method === 'GET' && url.pathname.endsWith('/figures'))
    return send(response, 200, figuresOf(url.pathname, Number(url.searchParams.get('seconds') ?? 3_600)));
  if (admin !== undefined) return pass(request, response, body);
  if (request.method !== 'GET' && session.grants.includes('viewer')) {
    return problem(response, 403, 'NOT_AUTHORIZED', 'vera has not the right', 'Ask an administrator.');
  }
  advance(world);
  const told = answer(world, people, { method: request.method, url, body, ifMatch: request.headers['if-match'] });
  if (told.problem !== undefined) return problem(response, told.status, ...told.problem);
  return send(response, told.status, told.body, told.headers);
}

/** What the tests do to the cluster. */
function steer(response, url) {
  if (['/mock/reset', '/mock/decent'].includes(url.pathname)) {
    beDecent(url.pathname === '/mock/decent');
    world = newWorld();
    isSilent = false;
  }
  if (url.pathname === '/mock/silence') {
    isSilent = true;
    for (const each of listeners) each.destroy();
  }
  if (url.pathname === '/mock/speak') isSilent = false;
  const deed = url.pathname.slice('/mock/'.length);
  if (deeds.includes(deed)) world[deed]();
  for (const each of listeners) void tell(each);
  send(response, 200, { done: true });
}

function file(response, url) {
  const wanted = join(files, normalize(url.pathname));
  const isFile = wanted.startsWith(files) && existsSync(wanted) && statSync(wanted).isFile();
  if (!isFile && url.pathname.startsWith('/assets/')) return response.writeHead(404).end();
  const path = isFile ? wanted : join(files, 'index.html');
  response.writeHead(200, {
    'Content-Type': types[extname(path)] ?? 'application/octet-stream',
    'Content-Security-Policy': policy,
  });
  return createReadStream(path).pipe(response);
}

createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname.startsWith('/mock/')) return steer(response, url);
  if (!url.pathname.startsWith('/api/')) return file(response, url);
  return api(request, response, url).catch((error) =>
    problem(response, 500, 'INTERNAL', String(error), 'Look at the log.'),
  );
}).listen(port, '127.0.0.1', () => console.log(`http://localhost:${port}`));
