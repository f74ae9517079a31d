/** What resumes the watcher of session files; every report names the same. */
export const RESUME_COMMAND = 'hookloom capture start --workspace .';
