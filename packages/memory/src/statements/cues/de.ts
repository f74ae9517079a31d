import { FACTS_DE_ASSISTANT, FACTS_DE_USER } from './facts.ts';
import { OPEN_DE_ASSISTANT, OPEN_DE_USER, POSTPONED_DE } from './open-ends.ts';
import type { CueTable } from './table.ts';

export const de: CueTable = {
  words:
    /(?:^|[\s,.])(?:und|der|die|das|ist|nicht|wir|ich|ein|eine|bitte|immer|nie|auch|mit|für|statt|nehmen|kein|keine|wird|soll|muss|weil)(?=[\s,.!?]|$)/gi,
  user: [
    ...OPEN_DE_USER,
    {
      kind: 'open',
      pattern:
        /(?:^|\s)(?:noch (?:nicht|nichts|keine?\S*) (?:\S+ ){0,4}(?:entschieden|festgelegt|geklärt)|unentschieden)(?=[\s,.!]|$)/i,
    },
    {
      kind: 'cause',
      pattern:
        /^(?:und |also |aber )?(?:das|es|der fehler|das problem|die ursache|der grund) (?:lag|liegt|kam|kommt|war|ist) (?:am|an|im|daran|daher|dass|,)/i,
    },
    {
      kind: 'open',
      pattern:
        /(?:^|\s)(?:immer noch|noch immer|(?:muss|müssen|sollte[nt]?) noch|wissen noch nicht|warten (?:noch )?auf)(?=[\s,.!]|$)/i,
    },
    {
      kind: 'rule',
      pattern:
        /(?:^|\s)(?:immer|nie(?:mals)?|ab (?:jetzt|sofort|heute)|künftig|zukünftig|in zukunft|jedes mal|grundsätzlich|auf keinen fall|unter keinen umständen|muss|müssen|darf|dürfen|nur noch|stets|stelle? sicher|achte darauf|(?:vor|nach|bei) jede[mnr])(?=[\s,.!]|$)|^(?:bitte |und |aber |also )*(?:kein(?:e|en|er)?\b|nicht\b|\S+(?:e|t|en)? (?:bitte )?(?:nicht|keine?)(?=\s)|vermeide)/i,
    },
    {
      kind: 'preference',
      pattern: /(?:^|\s)(?:ich (?:mag|bevorzuge|finde)|mir (?:ist|wäre)|lieber)(?=\s|,|$)/i,
    },
    {
      kind: 'rejected',
      pattern:
        /(?:^nein\b|(?:^|\s)(?:zu (?:viel|breit|komplex|kompliziert|lang|langsam|teuer|riskant)|funktioniert (?:so )?nicht|klappt nicht|nicht (?:nötig|gewollt|sinnvoll)|brauchen wir nicht|verworfen|lassen wir(?: weg| sein|(?=[.!]|$))|vom tisch|keine gute idee|keine option))(?=[\s,.!]|$)/i,
    },
    {
      kind: 'decision',
      pattern:
        /(?:^|\s)(?:(?:wir|ich) (?:\S+ )?(?:wollen|will|möchten?|brauchen?|nehmen|nutzen|verwenden|benutzen|bleiben|setzen|machen|behalten|haben (?:uns )?entschieden|entscheide)|nehmen wir|verwenden wir|nutzen wir|lass(?:t)? uns|statt(?:dessen)?|anstatt|anstelle|soll(?:en|te|ten)?|entschieden|umsteigen|wechseln (?:wir )?(?:zu|auf)|ersetzen|bleibt? bei|das ziel ist)(?=[\s,.!]|$)/i,
    },
    {
      kind: 'cause',
      pattern:
        /(?:^|\s)(?:weil|wegen|lag (?:es )?(?:am|an)|liegt (?:es )?(?:am|an)|das problem (?:ist|war)|die ursache|grund (?:ist|war)|stellte sich heraus)(?=[\s,.!]|$)/i,
    },
    {
      kind: 'open',
      pattern:
        /(?:^|\s)(?:noch (?:nicht|offen|zu tun|fehlt|fehlen)|fehlt noch|fehlen noch|muss noch|müssen noch|steht noch aus|später|offen ist)(?=[\s,.!]|$)/i,
    },
    ...FACTS_DE_USER,
    {
      kind: 'fact',
      pattern:
        /(?:^|\s)(?:liegt (?:in|unter|auf)|befindet sich|läuft (?:auf|in|unter)|standardmäßig|heißt|gehört zu|früher|nicht mehr)(?=[\s,.!]|$)/i,
    },
  ],
  assistant: [
    ...OPEN_DE_ASSISTANT,
    {
      kind: 'cause',
      pattern:
        /(?:^|\s)(?:(?:das|der eigentliche|die) (?:problem|fehler|grund|ursache) (?:ist|war|liegt|lag)|ursache|lag (?:daran|am|an)|weil .{0,80}(?:fehl|nicht|kein)|(?:fehl|schlug|scheitert)\S* .{0,80}weil|stellte sich heraus)(?=[\s,.:]|$)/i,
    },
    {
      kind: 'open',
      pattern:
        /(?:^|\s)(?:noch (?:nicht|offen)|steht noch aus|fehlt noch|bleibt (?:noch )?(?:offen|zu tun)|muss noch)(?=[\s,.]|$)/i,
    },
    {
      kind: 'decision',
      pattern:
        /(?:^|\s)(?:wie (?:du|sie) (?:gewünscht|gesagt|entschieden|wolltest)|bewusst|absichtlich|wir haben (?:uns )?(?:entschieden|vereinbart))(?=[\s,.]|$)/i,
    },
    ...FACTS_DE_ASSISTANT,
    {
      kind: 'done',
      pattern:
        /^(?:erledigt|fertig|abgeschlossen|alle tests (?:laufen|sind)|ich habe .{3,120}(?:hinzugefügt|angelegt|behoben|geändert|umgesetzt))(?=[\s,.!:]|$)/i,
    },
  ],
  facts: FACTS_DE_ASSISTANT,
  lasting:
    /(?:^|\s)(?:immer|nie(?:mals)?|ab (?:jetzt|sofort)|künftig|in zukunft|statt(?:dessen)?|nicht mehr|keine?n?)(?=[\s,.!]|$)/i,
  postponed: POSTPONED_DE,
  step: /^(?:(?:ok|okay|bitte|und|dann|jetzt|nun|ja|gut|also|super),?\s+)*(?:lass(?:t)? uns )?(?:mach(?:e)? weiter|weiter|führe?|starte?|lauf|teste?|prüfe?|schau|sieh|lies|zeig|erklär|committe?|pushe?|versuch|fang|gib|liste?|such|such|schreib|erstell)\S*(?=[\s,.!]|$)/i,
  supposed:
    /^(?:und |aber )?(?:falls|wenn|vielleicht|angenommen|eventuell|könnten? wir|zum beispiel|z\.\s?b\.)(?=[\s,]|$)|(?:^|\s)(?:keine ahnung|nicht sicher)(?=[\s,.]|$)/i,
  correction:
    /(?:^|[\s,])(?:nein|doch|stattdessen|statt|anstatt|nicht mehr|verworfen|ersetzt durch|eigentlich|falsch|jetzt)(?=[\s,.!]|$)/i,
  why: /(?:^|\s)(?:weil|da|damit|sonst|denn|wegen)(?=\s)/i,
  hedged:
    /(?:^|\s)(?:möglicherweise|vielleicht|wahrscheinlich|vermutlich|eventuell|könnten?|dürften?|scheint|scheinbar|lass mich|als nächstes(?! (?:kommt|kommen|folgt|steht))|ich (?:werde|prüfe|schaue|lese|sehe|suche|starte|versuche))(?=[\s,.:]|$)/i,
  yes: /^(?:ja|jep|genau|klar|okay|ok|passt|richtig|einverstanden|mach das|gerne?)(?:[\s,.!]+(?:bitte|gerne?|genau|mach das|danke|passt|so|gut|super|perfekt|klingt gut))*[\s.!]*$/i,
};
