/**
 * The third step of the schema: the time at which an event arrives, the machine of a login, and roles that may invite and
 * revoke. Functions with the rights of the owner change members, so that a coordinator needs no rights over the database.
 */
import { RIGHTS, type Right } from './roles.ts';

const COLUMNS = `
ALTER TABLE hookloom.event ADD COLUMN arrived_at timestamptz;
ALTER TABLE hookloom.event ALTER COLUMN arrived_at SET DEFAULT clock_timestamp();
ALTER TABLE hookloom.member ADD COLUMN machine text NOT NULL DEFAULT ''`;

const list = (roles: readonly string[]): string => roles.map((role) => `'${role}'`).join(', ');
const cases = RIGHTS.map(({ right, roles }) => `WHEN '${right}' THEN ARRAY[${list(roles)}]`);

/** They answer only about the caller. `session_user` stays the login inside a function of the owner. */
const WHO = `
CREATE FUNCTION hookloom.projects_where(p_right text) RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
  SELECT coalesce(array_agg(m.project), '{}') FROM hookloom.member m
  WHERE m.login = session_user AND m.revoked_at IS NULL
    AND m.role = ANY (CASE p_right ${cases.join(' ')} END)
$$;
CREATE FUNCTION hookloom.standing(p_project text, OUT owner boolean, OUT person text, OUT sends boolean, OUT revoked boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT pg_has_role(session_user, c.relowner, 'MEMBER'), hookloom.person_of_caller(p_project),
    p_project = ANY (hookloom.projects_where('send')),
    EXISTS (SELECT 1 FROM hookloom.member m
      WHERE m.project = p_project AND m.login = session_user AND m.revoked_at IS NOT NULL)
  FROM pg_class c WHERE c.oid = 'hookloom.event'::regclass
$$;
CREATE FUNCTION hookloom.need(p_project text, p_right text) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
BEGIN
  IF NOT (SELECT s.owner FROM hookloom.standing(p_project) s) AND p_project <> ALL (hookloom.projects_where(p_right)) THEN
    RAISE EXCEPTION 'role' USING ERRCODE = '42501';
  END IF;
END $$`;

const sees = (right: Right): string =>
  `project = ANY ((SELECT hookloom.projects_where('${right}'))::text[])`;

function policiesOf(table: string): string {
  const writes = `${sees('send')} AND split_part(writer, '@', 1) = hookloom.person_of_caller(project)`;
  return `
ALTER POLICY sees ON hookloom.${table} USING (${sees('fetch')});
ALTER POLICY adds ON hookloom.${table} WITH CHECK (${writes});
ALTER POLICY changes ON hookloom.${table} USING (${writes}) WITH CHECK (${writes})`;
}

const MEMBER_POLICY = `
ALTER POLICY sees ON hookloom.member USING (${sees('fetch')});
DROP FUNCTION hookloom.projects_of_caller(text[])`;

const RIGHT_OVER = "CASE WHEN %s IN ('reader', 'writer') THEN 'invite' ELSE 'appoint' END";
const rightOver = (role: string): string => RIGHT_OVER.replace('%s', role);

/** `p_verifier` makes a new login; null gives an active one a role in one more project, or another role. */
const INVITE = `
CREATE FUNCTION hookloom.invite(p_project text, p_login text, p_verifier text, p_person text, p_machine text, p_role text)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE v_before text; v_person text := p_person; v_machine text := p_machine;
BEGIN
  SELECT m.role INTO v_before FROM hookloom.member m
    WHERE m.project = p_project AND m.login = p_login AND m.revoked_at IS NULL;
  PERFORM hookloom.need(p_project, ${rightOver('p_role')});
  IF v_before IS NOT NULL THEN PERFORM hookloom.need(p_project, ${rightOver('v_before')}); END IF;
  IF p_verifier IS NULL THEN
    SELECT m.person, m.machine INTO STRICT v_person, v_machine FROM hookloom.member m
      WHERE m.login = p_login AND m.revoked_at IS NULL LIMIT 1;
  ELSIF p_login !~ '^hookloom_[a-z0-9_]{1,50}$' OR p_verifier !~ '^SCRAM-SHA-256[$]' THEN
    RAISE EXCEPTION 'login' USING ERRCODE = '22023';
  ELSE
    EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L', p_login, p_verifier);
    EXECUTE format('GRANT USAGE ON SCHEMA hookloom TO %I', p_login);
    EXECUTE format('GRANT SELECT ON hookloom.schema_version, hookloom.log, hookloom.event, hookloom.delivery,
      hookloom.member TO %I', p_login);
  END IF;
  IF p_role <> 'reader' THEN
    EXECUTE format('GRANT INSERT, UPDATE ON hookloom.log, hookloom.event, hookloom.delivery TO %I', p_login);
  END IF;
  INSERT INTO hookloom.member (project, login, person, machine, role, invited_by)
    VALUES (p_project, p_login, v_person, v_machine, p_role, session_user)
    ON CONFLICT (project, login) DO UPDATE SET role = p_role, revoked_at = NULL;
  INSERT INTO hookloom.audit (project, actor, action, login, detail) VALUES (p_project, session_user,
    CASE WHEN v_before IS NULL THEN 'invited' ELSE 'role changed' END, p_login,
    v_person || coalesce(' from ' || v_before || ' to ', ' as ') || p_role);
  RETURN v_person;
END $$`;

/** A login without any project can no longer connect. Its open connections end after the commit. */
const REVOKE = `
CREATE FUNCTION hookloom.revoke(p_project text, p_login text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE v_role text; v_person text;
BEGIN
  SELECT m.role, m.person INTO STRICT v_role, v_person FROM hookloom.member m
    WHERE m.project = p_project AND m.login = p_login AND m.revoked_at IS NULL FOR UPDATE;
  PERFORM hookloom.need(p_project, ${rightOver('v_role')});
  UPDATE hookloom.member m SET revoked_at = now() WHERE m.project = p_project AND m.login = p_login;
  IF NOT EXISTS (SELECT 1 FROM hookloom.member m WHERE m.login = p_login AND m.revoked_at IS NULL) THEN
    EXECUTE format('ALTER ROLE %I NOLOGIN', p_login);
  END IF;
  INSERT INTO hookloom.audit (project, actor, action, login, detail)
    VALUES (p_project, session_user, 'revoked', p_login, v_person || ' as ' || v_role);
END $$;
CREATE FUNCTION hookloom.end_connections(p_login text) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT count(pg_terminate_backend(a.pid)) FROM pg_stat_activity a
  WHERE a.usename = p_login AND pg_has_role(current_user, 'pg_signal_backend', 'MEMBER')
    AND EXISTS (SELECT 1 FROM hookloom.member m WHERE m.login = p_login)
    AND NOT EXISTS (SELECT 1 FROM hookloom.member m WHERE m.login = p_login AND m.revoked_at IS NULL)
$$;
CREATE FUNCTION hookloom.changes(p_limit bigint)
RETURNS TABLE (at timestamptz, project text, actor text, action text, login text, detail text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT a.at, a.project, a.actor, a.action, a.login, a.detail FROM hookloom.audit a
  WHERE a.project = ANY (hookloom.projects_where('audit')) OR (SELECT s.owner FROM hookloom.standing(a.project) s)
  ORDER BY a.id DESC LIMIT p_limit
$$`;

export const ROLE_STEP = [
  COLUMNS,
  WHO,
  ...['log', 'event', 'delivery'].map(policiesOf),
  MEMBER_POLICY,
  INVITE,
  REVOKE,
].join(';\n');
