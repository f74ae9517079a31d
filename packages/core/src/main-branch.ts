/** Main branches of git. A statement made on one applies to all work and belongs to no particular task. */
export const MAIN_BRANCH = /^(main|master|develop|trunk)$/;
