import { expect, it } from 'vitest';
import { Failure, type Problem } from './failure';

function problem(status: number, code: string): Problem {
  return { type: 'urn:feige', title: code, status, detail: 'what happened', code, whatToDo: 'do this' };
}

it('knows that what was refused was not done', () => {
  expect(Failure.of(409, problem(409, 'NOT_DONE'), true, new Headers()).changed).toBe('no');
});

it('claims nothing of an outcome that nobody knows', () => {
  expect(Failure.of(504, problem(504, 'OUTCOME_UNKNOWN'), true, new Headers()).changed).toBe('unknown');
  expect(Failure.of(500, undefined, true, new Headers()).changed).toBe('unknown');
  expect(Failure.unreachable(true).changed).toBe('unknown');
});

it('does not speak of changes where only something was read', () => {
  expect(Failure.unreachable(false).changed).toBe('asked-nothing');
});

it('says when to come again', () => {
  const told = Failure.of(429, problem(429, 'TOO_MANY_TRIES'), true, new Headers({ 'Retry-After': '4' }));
  expect(told.retryAfterSeconds).toBe(4);
  expect(told.whatToDo).toBe('do this');
});
