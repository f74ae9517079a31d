/** Splits the name of a variable, a key, an option or a header into its words. */

/** Words that are often joined with the next word: `apikey`, `PGPASSWORD`, `dbpass`. */
const JOINED =
  /^(.*?)(passwords?|passwd|passphrase|passcode|passwort|pswd|secrets?|credentials?)$|^(api|access|account|app|auth|client|crypt|deploy|encryption|license|master|priv|private|secret|session|shared|signing|ssh|storage|preshared)(keys?)$|^(api|access|auth|bearer|bot|csrf|gh|github|gitlab|id|jwt|npm|oauth|refresh|sas|session|user|web|xsrf)(tokens?)$|^(admin|db|ftp|http|key|ldap|login|mail|mongo|my|mysql|new|old|pg|proxy|redis|root|sa|smtp|sql|ssh|(?:src|dest)?store|(?:src|dest)key|sudo|sys|user|vnc|wifi|zip)(pass|pwd|pw)$/;

/**
 * @example nameWords('dbAPIKey2') // ['db', 'api', 'key', '2']
 */
export function nameWords(name: string): string[] {
  return name
    .slice(-128)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\d]+/u)
    .flatMap(parted)
    .filter((word) => word !== '');
}

function parted(word: string): string[] {
  const [, stem = word, digits = ''] = /^(\D{3,}?)(\d+)$/.exec(word) ?? [];
  const parts = JOINED.exec(stem)
    ?.slice(1)
    .filter((part) => part !== undefined) ?? [stem];
  return [...parts, digits];
}
