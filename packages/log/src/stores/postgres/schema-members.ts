/**
 * Who may do what, as the second step of the schema. Each member is a role of the database; row-level security decides
 * by project and role. It does not apply to the owner of the tables.
 */

const MEMBER = `
CREATE TABLE hookloom.member (
  project text NOT NULL, login text NOT NULL, person text NOT NULL,
  role text NOT NULL CHECK (role IN ('reader', 'writer', 'coordinator', 'admin')),
  invited_by text NOT NULL DEFAULT current_user, invited_at timestamptz NOT NULL DEFAULT now(), revoked_at timestamptz,
  PRIMARY KEY (project, login)
);
CREATE TABLE hookloom.audit (
  project text NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY, at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL DEFAULT current_user, action text NOT NULL, login text NOT NULL, detail text NOT NULL,
  PRIMARY KEY (project, id)
)`;

/** Run with the rights of their owner, so that policies can call them. They answer only about the caller. */
const WHO = `
CREATE FUNCTION hookloom.projects_of_caller(p_roles text[]) RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
  SELECT coalesce(array_agg(m.project), '{}') FROM hookloom.member m
  WHERE m.login = session_user AND m.revoked_at IS NULL AND m.role = ANY (p_roles)
$$;
CREATE FUNCTION hookloom.person_of_caller(p_project text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
  SELECT m.person FROM hookloom.member m
  WHERE m.login = session_user AND m.project = p_project AND m.revoked_at IS NULL
$$`;

const ALL = "ARRAY['reader', 'writer', 'coordinator', 'admin']";
const WRITERS = "ARRAY['writer', 'coordinator', 'admin']";

/** A writer is named PERSON@MACHINE. Each person writes only under their own name. */
function policiesOf(table: string): string {
  const sees = `project = ANY ((SELECT hookloom.projects_of_caller(${ALL}))::text[])`;
  const writes = `project = ANY ((SELECT hookloom.projects_of_caller(${WRITERS}))::text[])
    AND split_part(writer, '@', 1) = hookloom.person_of_caller(project)`;
  return `
ALTER TABLE hookloom.${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY sees ON hookloom.${table} FOR SELECT USING (${sees});
CREATE POLICY adds ON hookloom.${table} FOR INSERT WITH CHECK (${writes});
CREATE POLICY changes ON hookloom.${table} FOR UPDATE USING (${writes}) WITH CHECK (${writes})`;
}

const MEMBER_POLICIES = `
ALTER TABLE hookloom.member ENABLE ROW LEVEL SECURITY;
CREATE POLICY sees ON hookloom.member FOR SELECT
  USING (project = ANY ((SELECT hookloom.projects_of_caller(${ALL}))::text[]))`;

export const MEMBERS = [
  MEMBER,
  WHO,
  ...['log', 'event', 'delivery'].map(policiesOf),
  MEMBER_POLICIES,
].join(';\n');
