/**
 * A function of another file of the hook, which is loaded when it is first called. Written once for all of them: every
 * byte of the hook's own file is compiled for each event.
 */
export const part =
  (file, name) =>
  (...all) =>
    require(file)[name](...all);
