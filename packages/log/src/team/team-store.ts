/** Loads the client of PostgreSQL's protocol. */
export const teamStore = () => import('./index.ts');
