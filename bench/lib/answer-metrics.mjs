/** The chance that a value of `yes` is above one of `no`; ties count half. */
export function auc(yes, no) {
  let above = 0;
  for (const a of yes) for (const b of no) above += a > b ? 1 : a === b ? 0.5 : 0;
  return above / Math.max(1, yes.length * no.length);
}
