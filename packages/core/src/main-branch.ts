/** Main branches of git: a statement made there applies everywhere, and belongs to no particular task. */
export const MAIN_BRANCH = /^(main|master|develop|trunk)$/;
