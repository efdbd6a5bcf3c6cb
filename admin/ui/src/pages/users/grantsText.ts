/** Rights as people write them: separated by blanks, commas or lines. */
export function grantsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((each) => each !== ''))];
}
