/** The command that resumes the watcher of session files. Every report names the same one. */
export const RESUME_COMMAND = 'hookloom capture start --workspace .';
