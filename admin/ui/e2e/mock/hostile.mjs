// Texts of people who mean ill, among whom the cluster of the tests lives; in its pictures everybody is decent.
export const hostile = {
  img: '<img src=x onerror="window.hacked = true">',
  rtl: 'invoice\u202Egpj.exe',
  zero: 'ad\u200Bmin\u0000',
  long: 'x'.repeat(10_000),
};

let isDecent = false;

export function beDecent(decent) {
  isDecent = decent;
}

/** What is written somewhere: by a decent person, or by one who means ill. */
export function text(decent, ill) {
  return isDecent ? decent : ill;
}
