/** The branches of git that everything ends up on: what is said there holds everywhere, and says nothing about a task. */
export const MAIN_BRANCH = /^(main|master|develop|trunk)$/;
