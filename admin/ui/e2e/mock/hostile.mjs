// Texts of people who mean ill.
export const hostile = {
  img: '<img src=x onerror="window.hacked = true">',
  rtl: 'invoice\u202Egpj.exe',
  zero: 'ad\u200Bmin\u0000',
  long: 'x'.repeat(10_000),
};
