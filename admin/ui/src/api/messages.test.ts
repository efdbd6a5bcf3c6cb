import { expect, it, vi } from 'vitest';

vi.stubGlobal('window', { location: { origin: 'http://admin' } });
let answer: (request: Request) => Promise<Response> = () => Promise.reject(new Error('nobody answers'));
vi.stubGlobal('fetch', (request: Request) => answer(request));
const { lookOn } = await import('./messages');

const wanted = { from: 'earliest', pair: '', key: '', header: '' };

function answers(by: (url: URL) => object) {
  const asked: string[] = [];
  answer = (request) => {
    const url = new URL(request.url);
    asked.push(url.search);
    return Promise.resolve(Response.json(by(url)));
  };
  return asked;
}

it('goes on at each pair from where it came to, and leaves out what is at its end', async () => {
  const asked = answers((url) => {
    const pair = url.searchParams.get('pair') ?? '';
    return { topic: 't', messages: [], lookedAt: 10, atEnd: pair === 'pair-2', next: { [pair]: 90 } };
  });
  const look = await lookOn('t', wanted, { 'pair-1': 50, 'pair-2': 60 });
  expect(asked.every((query) => query.includes('limit='))).toBe(true);
  expect(asked.map((query) => new URLSearchParams(query).get('from'))).toEqual(['50', '60']);
  expect(look).toMatchObject({ lookedAt: 20, atEnd: false, goOn: { 'pair-1': 90 } });
});

it('begins anew where nothing came from yet', async () => {
  const asked = answers(() => ({ topic: 't', messages: [], lookedAt: 0, atEnd: true, next: {} }));
  await lookOn('t', wanted, { 'pair-1': -1 });
  expect(new URLSearchParams(asked[0]).get('from')).toBe('earliest');
});
