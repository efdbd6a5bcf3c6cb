/** Rules of alerts that are about a node, and not about a pair of the same name. */
const RULES = new Set([
  'certificate-expires',
  'clock-skew',
  'disk-full',
  'disk-low',
  'node-silent',
  'thread-dead',
  'work-failing',
]);

export function isOfNode(rule: string | undefined): boolean {
  return rule !== undefined && RULES.has(rule);
}
