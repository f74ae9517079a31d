import type { CueTable } from './table.ts';

export const es: CueTable = {
  words:
    /(?:^|[\s,.¿¡])(?:el|los|las|una|y|que|en|para|con|es|está|no|nosotros|siempre|nunca|por|vamos|usar|debe|del|al|se|sin|sigue|queda|falta|dejamos|todavía|aún|mañana|hay)(?=[\s,.!?]|$)/gi,
  user: [
    {
      kind: 'open',
      pattern:
        /(?:^|\s)(?:para (?:después|más tarde|la próxima)|mañana (?:vemos|seguimos|miramos|hacemos|reviso|revisamos)|queda pendiente|siguen? sin)(?=[\s,.!]|$)/i,
    },
    {
      kind: 'rule',
      pattern:
        /(?:^|\s)(?:siempre|nunca|jamás|a partir de ahora|de ahora en adelante|en el futuro|cada vez|deben?|debemos|hay que|prohibido|obligatorio|bajo ningún concepto|asegúrate|antes de cada|después de cada)(?=[\s,.!]|$)/i,
    },
    { kind: 'rule', pattern: /^(?:por favor,? )?(?:no \S+(?:es|as|en|an)\b|evita)/i },
    { kind: 'preference', pattern: /(?:^|\s)(?:prefiero|preferimos|preferiría|me gusta)(?=\s|$)/i },
    {
      kind: 'rejected',
      pattern:
        /(?:^no[,.]|(?:^|\s)(?:demasiado|no funciona|no (?:hace falta|es necesario)|descartad\S+))(?=[\s,.!]|$)/i,
    },
    {
      kind: 'decision',
      pattern:
        /(?:^|\s)(?:(?:no )?(?:quiero|queremos|quisiera|necesitamos|usamos|usaremos|vamos a (?:usar|dejar|mantener)|usemos|mantengamos|dejemos)|en (?:lugar|vez) de|debería|deberían|decid\S+|reempla\S+|nos quedamos con|el objetivo es)(?=[\s,.!]|$)/i,
    },
    {
      kind: 'cause',
      pattern:
        /(?:^|\s)(?:porque|debido a|por culpa de|el problema (?:es|era)|la causa|resultó que)(?=[\s,.!]|$)/i,
    },
    {
      kind: 'open',
      pattern:
        /(?:^|\s)(?:todavía (?:no|falta)|aún (?:no|falta)|siguen? (?:sin|fallando)|falta|queda por|pendiente)(?=[\s,.!]|$)/i,
    },
    {
      kind: 'fact',
      pattern: /(?:^|\s)(?:está en|se encuentra|por defecto|se llama|ya no)(?=[\s,.!]|$)/i,
    },
  ],
  assistant: [
    {
      kind: 'cause',
      pattern:
        /(?:^|\s)(?:(?:el|la) (?:verdader[oa] )?(?:problema|causa|error|motivo) (?:es|era|está)|porque .{0,80}(?:no|falt))(?=[\s,.:]|$)/i,
    },
    {
      kind: 'open',
      pattern:
        /(?:^|\s)(?:(?:todavía|aún) (?:no|faltan?)|no h(?:e|emos) \S+ .{0,60}(?:todavía|aún)|queda por|pendiente)(?=[\s,.]|$)/i,
    },
    {
      kind: 'done',
      pattern: /^(?:listo|hecho|terminado|completado|todas las pruebas pasan)(?=[\s,.!:]|$)/i,
    },
  ],
  lasting:
    /(?:^|\s)(?:siempre|nunca|jamás|a partir de ahora|en (?:lugar|vez) de|ya no|no quer\S+)(?=[\s,.!]|$)/i,
  step: /^(?:(?:ok|vale|sí|ahora|y|bien|bueno),?\s+)*(?:continúa|sigue|ejecuta|prueba|mira|revisa|muestra|explica|haz|intenta|lee|dame|busca|crea|escribe)(?=[\s,.!]|$)/i,
  supposed:
    /^(?:y |pero )?(?:si|quizás?|tal vez|supongamos|por ejemplo)(?=[\s,]|$)|(?:^|\s)(?:no estoy seguro|ni idea)(?=[\s,.]|$)/i,
  correction:
    /(?:^|[\s,])(?:no|en (?:lugar|vez) de|ya no|en realidad|mejor|reemplazado por)(?=[,.!]|\s|$)/i,
  why: /(?:^|\s)(?:porque|ya que|para que|debido a|si no)(?=\s)/i,
  yes: /^(?:sí|si|ok|vale|claro|de acuerdo|exacto|adelante|perfecto|correcto)(?:[\s,.!]+(?:gracias|adelante|por favor))*[\s.!]*$/i,
};
