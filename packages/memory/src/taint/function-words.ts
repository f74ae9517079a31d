/** Function words of three letters and more in other languages; English ones are in the stop words. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `der die das den dem des ein eine einen einem einer und oder aber ist sind war wird werden mit von fur auf aus bei nach
   uber unter wenn dass als auch nicht sich nur noch wie man kann soll muss haben hat hier dann immer diese dieser dieses
   les des une est sont avec pour dans par sur qui que vous nous cette ces votre vos mais aux son ses pas plus leur tous
   los las una unos con para por que del como este esta estos esas son sus mas pero hay cada todo todos desde sobre usted
   uma com para por que dos das nos nas esse essa isso seu sua mais mas como cada todo todos pelo pela voce
   gli dei del della delle degli nel nella con per che una uno sono questo questa suo sua piu come ogni tutti alla dal
   это как что для при или все его она они оно был была было были быть есть так уже еще только если чтобы после перед
   через который которая которые этот эта эти вам вас наш ваш the and for that this with from use used using will
   also please note you may can must should here there been has have let via per etc`
    .trim()
    .split(/\s+/)
    .map((word) => word.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')),
);
