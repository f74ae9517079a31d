/**
 * The fourth step of the schema: a channel for each project, on which its members are notified of new events. Every
 * login of a database may listen on any channel, so its name is a secret that only members know, and it changes when
 * one leaves. A notice has no content: its receiver queries with its own rights.
 */
const CHANNEL = `
CREATE TABLE hookloom.channel (
  project text PRIMARY KEY, name text NOT NULL DEFAULT 'hookloom_' || replace(gen_random_uuid()::text, '-', '')
);
CREATE FUNCTION hookloom.channel_of(p_project text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE v_name text;
BEGIN
  PERFORM hookloom.need(p_project, 'fetch');
  SELECT c.name INTO v_name FROM hookloom.channel c WHERE c.project = p_project;
  IF v_name IS NULL THEN
    INSERT INTO hookloom.channel (project) VALUES (p_project) ON CONFLICT DO NOTHING;
    SELECT c.name INTO v_name FROM hookloom.channel c WHERE c.project = p_project;
  END IF;
  RETURN v_name;
END $$`;

/**
 * Called after the commit of new events: a transaction that notifies makes all others that notify wait until its own
 * commit is on the disk and on the replica. This one writes nothing, so it waits for neither.
 */
const NOTIFY = `
CREATE FUNCTION hookloom.notify(p_project text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM hookloom.need(p_project, 'send');
  PERFORM pg_notify(c.name, '') FROM hookloom.channel c WHERE c.project = p_project;
END $$`;

/** Notifies all members once more, so that they ask for the new channel. */
const REVOKED = `
CREATE FUNCTION hookloom.change_channel() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE v_name text;
BEGIN
  DELETE FROM hookloom.channel c WHERE c.project = NEW.project RETURNING c.name INTO v_name;
  IF v_name IS NOT NULL THEN PERFORM pg_notify(v_name, ''); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER change_channel AFTER UPDATE ON hookloom.member FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION hookloom.change_channel()`;

export const CHANNEL_STEP = [CHANNEL, NOTIFY, REVOKED].join(';\n');

/** Number of partitions of each table, by project. A store keeps the number that it was created with. */
export const PARTITIONS = 16;

// The fifth step of the schema: rows of other projects stay hidden even if someone bypasses a table's policies. A
// partition has separate policies, so a right that someone grants on it by mistake would show all projects. Without a
// policy, only the owner sees rows; reading through the parent table uses the parent's policies.

const parts = ['log', 'event', 'delivery'].flatMap((table) =>
  Array.from({ length: PARTITIONS }, (_, at) => `${table}_${at}`),
);

export const FENCE_STEP = [...parts, 'audit', 'channel']
  .map((table) => `ALTER TABLE hookloom.${table} ENABLE ROW LEVEL SECURITY`)
  .join(';\n');
