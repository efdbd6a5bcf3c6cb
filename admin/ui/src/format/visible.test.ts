import { expect, it } from 'vitest';
import { pieces } from './visible';

it('leaves what can be seen as it is', () => {
  expect(pieces('<img src=x onerror=alert(1)> 飞鸽\n\tעברית')).toEqual([
    { text: '<img src=x onerror=alert(1)> 飞鸽\n\tעברית' },
  ]);
});

it('shows what turns a line around, and what cannot be seen', () => {
  expect(pieces('a\u202Eb\u0000')).toEqual([
    { text: 'a' },
    { text: 'U+202E', name: 'U+202E' },
    { text: 'b' },
    { text: 'NUL', name: 'U+0000' },
  ]);
});

it('shows half of a pair of surrogates', () => {
  expect(pieces('\uD800x')).toEqual([{ text: 'U+D800', name: 'U+D800' }, { text: 'x' }]);
  expect(pieces('🕊')).toEqual([{ text: '🕊' }]);
});
