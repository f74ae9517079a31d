import type { CueTable } from './table.ts';

export const fr: CueTable = {
  words:
    /(?:^|[\s,.'’])(?:le|la|les|des|est|et|nous|on|pas|une|dans|pour|avec|que|il|ne|faut|plutôt|toujours|jamais)(?=[\s,.!?]|$)/gi,
  user: [
    {
      kind: 'open',
      pattern:
        /(?:^|\s)(?:toujours pas|reste encore|il faut encore|pour plus tard|(?:on|nous) (?:verra|verrons|regardera|fera|ferons) .{2,60}(?:demain|plus tard|la semaine prochaine))(?=[\s,.!]|$)/i,
    },
    {
      kind: 'rule',
      pattern:
        /(?:^|\s)(?:toujours|jamais|désormais|dorénavant|à partir de maintenant|à l['’]avenir|il (?:ne )?faut|doit|doivent|interdit|obligatoire|chaque fois|en aucun cas|assure-toi|assurez-vous|avant chaque|après chaque)(?=[\s,.!]|$)/i,
    },
    { kind: 'rule', pattern: /^(?:s['’]il te plaît |stp |merci de )?(?:ne |n['’]|évite)/i },
    {
      kind: 'preference',
      pattern: /(?:^|\s)(?:je préfère|on préfère|j['’]aime|plutôt que)(?=\s|$)/i,
    },
    {
      kind: 'rejected',
      pattern:
        /(?:^non\b|(?:^|\s)(?:trop (?:large|complexe|compliqué|long|lourd)|ne (?:marche|fonctionne) pas|pas nécessaire|pas besoin|abandonn\S+))(?=[\s,.!]|$)/i,
    },
    {
      kind: 'decision',
      pattern:
        /(?:^|[\s'’])(?:(?:je|nous|on) (?:ne )?(?:veux|voulons|veut|voudrais|souhaite|garde|gardons|utilise|utilisons|prend|prenons|passe|reste)|on (?:va|garde|utilise)|utilisons|gardons|au lieu de|à la place|plutôt|devrait|devraient|décidé|remplac\S+|le but est)(?=[\s,.!]|$)/i,
    },
    {
      kind: 'cause',
      pattern:
        /(?:^|\s)(?:parce qu\S*|à cause d\S*|le problème (?:est|était|vient)|la cause|en raison)(?=[\s,.!]|$)/i,
    },
    {
      kind: 'open',
      pattern:
        /(?:^|\s)(?:pas encore|reste à|il reste|à faire|encore à|manque encore)(?=[\s,.!]|$)/i,
    },
    {
      kind: 'fact',
      pattern:
        /(?:^|\s)(?:se trouve|par défaut|s['’]appelle|tourne sur|n['’]est plus)(?=[\s,.!]|$)/i,
    },
  ],
  assistant: [
    {
      kind: 'cause',
      pattern:
        /(?:^|\s)(?:(?:le|la) (?:vrai |vraie )?(?:problème|cause|raison|erreur) (?:est|était|vient)|parce qu\S* .{0,80}(?:pas|manqu))(?=[\s,.:]|$)/i,
    },
    { kind: 'open', pattern: /(?:^|\s)(?:pas encore|reste à|il reste)(?=[\s,.]|$)/i },
    {
      kind: 'done',
      pattern: /^(?:terminé|c['’]est fait|fait|tous les tests passent)(?=[\s,.!:]|$)/i,
    },
  ],
  lasting:
    /(?:^|\s)(?:toujours|jamais|désormais|dorénavant|au lieu de|à la place|ne .{1,30} plus)(?=[\s,.!]|$)/i,
  step: /^(?:(?:ok|oui|maintenant|alors|et|bien),?\s+)*(?:continue|lance|exécute|teste|vérifie|regarde|montre|explique|commit|essaie|lis|donne|cherche|crée|écris)\S*(?=[\s,.!]|$)/i,
  supposed:
    /^(?:et |mais )?(?:si|peut-être|supposons|par exemple|et si)(?=[\s,]|$)|(?:^|\s)(?:pas sûr|aucune idée)(?=[\s,.]|$)/i,
  correction:
    /(?:^|[\s,])(?:non|au lieu de|à la place|plutôt|ne .{1,40} plus|en fait|finalement|remplacé par)(?=[\s,.!]|$)/i,
  why: /(?:^|\s)(?:parce qu\S*|car|afin|sinon|puisqu\S*)(?=\s|')/i,
  yes: /^(?:oui|ouais|ok|d['’]accord|exactement|vas-y|parfait|bien sûr)(?:[\s,.!]+(?:merci|vas-y|s['’]il te plaît))*[\s.!]*$/i,
};
