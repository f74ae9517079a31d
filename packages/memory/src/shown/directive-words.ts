/**
 * Words for telling someone what to do, in ten languages: stems if a language has endings. A rule combines two of these
 * ideas; one alone has no effect.
 */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'ru', 'zh', 'ja', 'ko'] as const;
type Language = (typeof LANGUAGES)[number];
type Words = Readonly<Record<Language, string>>;

/** To set something aside. */
export const OVERRIDE: Words = {
  en: 'ignore|disregard|forget|override|set aside|pay no attention to|overlook',
  de: 'ignorier|vergiss|vergessen sie|missachte|übergeh|beachte[^.]{0,40}nicht|setz[^.]{0,30}außer kraft|verwirf',
  fr: 'ignore[zr]?|oublie[zr]?|ne tiens pas compte|ne tenez pas compte|fais abstraction|faites abstraction|écarte[zr]?',
  es: 'ignor[aeo]|olvid[aeo]|haz caso omiso|haga caso omiso|descart[ae]|pas[ae] por alto|no hagas caso|no tengas en cuenta',
  pt: 'ignor[ae]|esque[cç]a|desconsider[ae]|descart[ae]|não leve em conta|passe por cima',
  it: 'ignora|dimentica|trascura|non tenere conto|non considerare|scarta|tralascia',
  ru: 'игнорируй|проигнорируй|забудь|не обращай|не учитывай|отбрось|отмени',
  zh: '忽略|无视|忘记|忘掉|不要理会|不用理会|抛开|撇开',
  ja: '無視|忘れ|従わない|従うな|破棄',
  ko: '무시|잊어|따르지\\s?마|버리',
};

/** Earlier instructions of an agent. */
export const RULES: Words = {
  en: 'instruction|prompt|guideline|directive|what you were told|orders|restrictions|your rules',
  de: 'anweisung|instruktion|vorgabe|richtlinie|prompt|regeln|weisung|anleitung',
  fr: 'instruction|consigne|directive|règles|prompt|invite',
  es: 'instruccion|instrucción|indicacion|directri|directiva|reglas|prompt|órdenes',
  pt: 'instruç|instruc|orientaç|diretri|regras|prompt|ordens',
  it: 'istruzion|indicazion|direttiv|regole|prompt|ordini',
  ru: 'инструкци|указани|правил|промпт|директив|распоряжени',
  zh: '指令|指示|提示词|规则|说明|命令|要求',
  ja: '指示|命令|プロンプト|ルール|規則',
  ko: '지시|명령|프롬프트|규칙|지침',
};

/** To send something out. */
export const SEND: Words = {
  en: 'send|post|upload|forward|e-?mail|exfiltrate|transmit|paste|publish|share|submit|leak|hand over|pass on',
  de: 'send|schick|lad[^.]{0,40}hoch|hochlad|übermitt|übertrag|leite[^.]{0,40}weiter|poste|veröffentlich|teile|kopier',
  fr: 'envo[iy]|transmet|téléverse|publi[ec]|partage|expédie|charge[zr]?|transfère|communique',
  es: 'env[ií]|sub[ea]|subir|transmit|publi[cq]|compart|remit|mand[ae]|reenv',
  pt: 'envi[ae]|mand[ae]|carregu|publi[cq]|compartilh|partilh|transmit|encaminh|suba',
  it: 'invia|manda|carica|pubblica|condividi|trasmetti|inoltra|spedisci',
  ru: 'отправ|пошли|перешли|загрузи|передай|выложи|опубликуй|скинь',
  zh: '发送|发到|发给|上传|提交到|传给|传到|转发|贴到|泄露|发布',
  ja: '送信|送って|送れ|送り|アップロード|投稿|転送|貼り付け|共有',
  ko: '보내|전송|업로드|올려|전달|공유|게시',
};

/** Secrets. */
export const SECRET: Words = {
  en: 'api[ _-]?key|token|secret|password|credential|private key|ssh key|\\.env|environment variable|access key|passphrase|auth cookie',
  de: 'api[ _-]?schlüssel|api[ _-]?key|token|geheimnis|passw[oö]rt|kennw[oö]rt|zugangsdaten|privaten? schlüssel|ssh[ -]?schlüssel|\\.env|umgebungsvariable',
  fr: "clés? (?:d['’]?api|api|privée|ssh|d['’]accès)|jeton|secret|mots? de passe|identifiant|\\.env|variables? d['’]environnement",
  es: 'claves? (?:de api|api|privada|ssh|de acceso)|token|secreto|contraseña|credencial|\\.env|variables? de entorno',
  pt: 'chaves? (?:de api|da api|api|privada|ssh|de acesso)|token|segredo|senha|credenciai|\\.env|variáve(?:l|is) de ambiente',
  it: 'chiav[ei] (?:api|privat[ae]|ssh|di accesso|dell.api)|token|segret|password|credenzial|\\.env|variabil[ei] d.ambiente',
  ru: 'ключ|токен|секрет|парол|учётные данные|учетные данные|\\.env|переменн',
  zh: '密钥|令牌|密码|凭据|凭证|私钥|口令|\\.env|环境变量|token',
  ja: 'キー|鍵|トークン|パスワード|秘密|認証情報|資格情報|\\.env|環境変数',
  ko: '키|토큰|비밀|암호|자격\\s?증명|\\.env|환경\\s?변수|인증\\s?정보',
};

/** To hide something from the person. Sufficient on its own. */
export const CONCEAL: Words = {
  en: "(?:do not|don'?t|never) (?:tell|inform|notify|alert|mention|warn|let)[^.]{0,40}(?:user|human|anyone|developer|owner|people|them)|without (?:telling|informing|notifying|the (?:user|developer)['’]?s? (?:knowing|knowledge))|keep (?:this|it) (?:secret|hidden) from|behind the user['’]?s? back|hide (?:this|it) from",
  de: '(?:sag|erzähl|teil|inform|melde|erwähn|verrat|weis)[^.]{0,60}(?:nutzer|benutzer|anwender|niemand|entwickler|mensch)[^.]{0,40}(?:nicht|nichts)|(?:nutzer|benutzer|anwender|niemande[mn]|entwickler)[^.]{0,30}(?:nicht|nichts|darf)[^.]{0,30}(?:erfahr|wiss|informier|sagen|mitteil|erwähn)|(?:sag|erzähl|verrat)[^.]{0,20}niemand|ohne (?:den|dem|es dem)[^.]{0,30}(?:nutzer|benutzer|anwender)[^.]{0,30}(?:zu sagen|zu informieren|mitzuteilen|wissen)|verheimlich|verschweig',
  fr: "n['’e]?\\s?(?:en )?(?:dis|dites|informe[zr]?|parle[zr]?|préviens|prévenez|avertis|avertissez|mentionne[zr]?|signale[zr]?)[^.]{0,30}(?:pas|rien|jamais)[^.]{0,40}(?:utilisateur|personne|développeur|humain)|(?:sans|à l['’]insu)[^.]{0,40}(?:utilisateur|développeur)|n['’]en parle[zr]? à personne|cache[zr]?[^.]{0,30}utilisateur",
  es: '(?:no|nunca)[^.]{0,20}(?:dig|inform|avis|mencion|cuent|notifi|adviert)[^.]{0,40}(?:usuari|nadie|desarrollador|human|persona)|sin (?:decir|avisar|informar|notificar|que)[^.]{0,30}(?:usuari|nadie|desarrollador)|ocult[ae][^.]{0,30}(?:usuari|desarrollador)|a espaldas',
  pt: '(?:não|nunca)[^.]{0,20}(?:dig|inform|avis|mencion|cont|notifi|fal)[^.]{0,40}(?:usuári|utilizador|ninguém|desenvolvedor|human|pessoa)|sem (?:dizer|avisar|informar|notificar|que)[^.]{0,30}(?:usuári|utilizador|ninguém|desenvolvedor)|escond[ae][^.]{0,30}(?:usuári|utilizador)|esconda isso',
  it: "(?:non|mai)[^.]{0,20}(?:dire|dirlo|informare|avvisare|menzionare|avvertire|parlarne|rivelar|segnalar)[^.]{0,40}(?:utente|nessuno|sviluppator|uman)|senza (?:dire|dirlo|avvisare|informare|avvertire|che)[^.]{0,30}(?:utente|nessuno|sviluppator)|nascond[ie][^.]{0,30}utente|all['’]insaputa",
  ru: '(?:не|никогда не|ничего не)\\s?(?:говори|сообщай|рассказывай|упоминай|предупреждай|уведомляй|показывай)[^.]{0,40}(?:пользовател|никому|разработчик|человек)|(?:пользовател|никому|разработчик)[^.]{0,20}(?:не|ничего не)\\s?(?:говори|сообщай|рассказывай)|без ведома|не сообщая|втайне|скрой[^.]{0,30}пользовател',
  zh: '(?:不要|别|不得|切勿|无需|不用)[^。]{0,12}(?:告诉|告知|通知|提醒|让)[^。]{0,8}(?:用户|任何人|别人|开发者|人类|使用者)|瞒着|(?:对|向)(?:用户|开发者)(?:保密|隐瞒)|不让用户',
  ja: '(?:ユーザー?|利用者|誰|人間|開発者)[^。]{0,10}(?:に|には|にも)[^。]{0,14}(?:言わない|言うな|知らせない|知らせず|伝えない|伝えず|話さない|教えない|報告しない|内緒|秘密|黙)|(?:内緒|秘密)で',
  ko: '(?:사용자|누구|개발자|사람)[^.]{0,8}(?:에게|한테|에게도)?[^.]{0,12}(?:알리지|말하지|언급하지|보고하지|이야기하지|숨기|비밀)|몰래',
};

/** Forms of address for an agent. */
export const AGENT: Words = {
  en: '(?:ai|a\\.i\\.|llm|gpt)(?!\\p{L})|assistants?(?!\\p{L})|coding agent|(?:the|this|any|an|dear|every) agents?(?!\\p{L})|agents? (?:must|reading)|language model|chat ?bot|copilot|claude|codex|gemini',
  de: '(?:ki|k\\.i\\.)(?!\\p{L})|(?:ki-?)?assistent|(?:der|dieser|lieber|jeder) agent(?!\\p{L})|agent(?:en)? (?:muss|soll)|sprachmodell|chat ?bot|copilot|claude|codex|gemini',
  fr: "(?:ia|i\\.a\\.)(?!\\p{L})|assistants?(?!\\p{L})|(?:l['’]|cet |tout |cher )agent(?!\\p{L})|modèle de langage|chat ?bot|copilot|claude|codex|gemini",
  es: 'ia(?!\\p{L})|asistente|(?:el|este|todo|querido) agente|modelo de lenguaje|chat ?bot|copilot|claude|codex|gemini',
  pt: 'ia(?!\\p{L})|assistente|(?:o|este|todo|caro) agente|modelo de linguagem|chat ?bot|copilot|claude|codex|gemini',
  it: "ia(?!\\p{L})|assistente|(?:l['’]|questo |ogni |caro )agente|modello linguistico|chat ?bot|copilot|claude|codex|gemini",
  ru: 'ии(?!\\p{L})|ассистент|агент(?!\\p{L})|помощник|языковая модель|нейросет|чат-?бот',
  zh: '助手|人工智能|智能体|代理人|语言模型|大模型|(?<![a-z])ai(?![a-z])',
  ja: 'アシスタント|エージェント|言語モデル|人工知能|(?<![a-z])ai(?![a-z])',
  ko: '어시스턴트|에이전트|언어\\s?모델|챗봇|인공지능|(?<![a-z])ai(?![a-z])',
};

/** Obligations of an agent. */
export const MUST: Words = {
  en: 'must|shall|have to|has to|need to|needs to|please|is required to|are required to|immediately|is allowed to|are allowed to|may now|is authori[sz]ed|reading this|next step for',
  de: 'muss|müssen|sollst|sollen|soll|bitte|sofort|unverzüglich|darf|dürfen|ist befugt|liest|lesen',
  fr: 'doi[ts]|devez|doivent|veuillez|merci de|immédiatement|a le droit|est autorisé|peut désormais|lis ceci|lisez ceci|qui lit',
  es: 'deb[ei]|debe|debes|tiene que|tienes que|por favor|inmediatamente|puede ya|está autorizad|lees esto|lee esto|que lea',
  pt: 'dev[ei]|deve|tem que|tem de|precisa|por favor|imediatamente|está autorizad|tem permissão|lê isto|lê isso|lendo ist|lendo iss',
  it: 'dev[ie]|deve|devono|per favore|subito|immediatamente|è autorizzat|può ora|legge questo|leggi questo|sta leggendo|stai leggendo',
  ru: 'должен|должна|должны|обязан|пожалуйста|немедленно|можешь|может теперь|разрешено|читаешь это|читает это|следует',
  zh: '必须|应当|应该|需要|请|务必|立即|立刻|可以直接|有权|被允许|读到',
  ja: '必ず|なければ|すべき|してください|直ちに|すぐに|許可され|読んでいる|読んだ|義務',
  ko: '반드시|해야|하십시오|하세요|즉시|바로|허용|읽고\\s?있|읽는다면|권한',
};

/** To store something in a lasting memory. Sufficient on its own. */
export const PLANT: Words = {
  en: '(?:remember|memori[sz]e|save|store|note|record|keep|add|commit)[^.]{0,60}(?:(?:your|long[- ]term|permanent|persistent|project) (?:\\w+ )?(?:memory|memories|notes)|to memory|permanently|for (?:all )?(?:future|later) (?:sessions?|conversations?|chats?))|from now on,? (?:you|always|never|the (?:agent|assistant)|every (?:deploy|commit|build|release))',
  de: '(?:merk|speicher|notier|behalt|präg|nimm)[^.]{0,60}(?:dauerhaft|gedächtnis|für (?:alle )?(?:künftige|zukünftige|spätere)|für immer|für die zukunft)|(?:dauerhaft|im gedächtnis)[^.]{0,30}(?:merk|speicher)|(?:ab jetzt|ab sofort|von nun an|künftig|in zukunft)[^.]{0,30}(?:immer|nie|stets|grundsätzlich|jede)',
  fr: "(?:souviens|retiens|retenez|mémorise[zr]?|enregistre[zr]?|garde[zr]?|note[zr]?|souvenez)[^.]{0,60}(?:mémoire|définitivement|durablement|pour toujours|futures|prochaines|à l['’]avenir)|(?:désormais|dorénavant|à partir de maintenant|à l['’]avenir)[^.]{0,30}(?:toujours|jamais|chaque|tous|systématiquement)",
  es: '(?:recuerd|memori[cz]|guard|anot|almacen|registr)[^.]{0,60}(?:memoria|permanente|para siempre|futuras|próximas|en el futuro)|(?:a partir de ahora|de ahora en adelante|desde ahora|en adelante)[^.]{0,30}(?:siempre|nunca|cada|todos|todas)',
  pt: '(?:lembr|memoriz|guard|salv|anot|armazen|registr)[^.]{0,60}(?:memória|permanente|para sempre|futuras|próximas|no futuro)|(?:a partir de agora|de agora em diante|daqui em diante|doravante)[^.]{0,30}(?:sempre|nunca|cada|tod[oa]s)',
  it: '(?:ricorda|memorizza|salva|annota|conserva|registra|tieni a mente)[^.]{0,60}(?:memoria|permanente|definitivamente|per sempre|future|prossime|in futuro)|(?:d.ora in poi|da ora in poi|da adesso in poi|d.ora in avanti)[^.]{0,30}(?:sempre|mai|ogni|tutt[ie])',
  ru: '(?:запомни|сохрани|запиши|занеси)[^.]{0,60}(?:памят|навсегда|постоянно|будущ|следующ|надолго)|(?:отныне|впредь|с этого момента|теперь)[^.]{0,30}(?:всегда|никогда|кажд|любой|все)',
  zh: '(?:记住|保存|存入|写入|记录|牢记|记到)[^。]{0,20}(?:记忆|长期|永久|以后|今后|未来)|(?:永久|长期)[^。]{0,8}(?:记住|保存|记录)|(?:从现在起|今后|以后|从今往后|从此)[^。]{0,12}(?:始终|总是|都|一律|每次|永远|绝不)',
  ja: '(?:記憶|メモリ|長期|永続|永久|今後|将来)[^。]{0,24}(?:保存し|記録し|覚えて|残し|記憶し|書き込)|(?:覚えて|記憶して)[^。]{0,12}(?:おいて|ください|おけ)|(?:今後|これから|今から|以後)[^。]{0,16}(?:常に|必ず|毎回|決して|いつも|すべて)',
  ko: '(?:기억|메모리|장기|영구)[^.]{0,16}(?:저장|기록|남겨|해\\s?두|해둬|하세요|하십시오|하라)|(?:앞으로|이제부터|지금부터|향후)[^.]{0,12}(?:항상|반드시|절대|매번|모든|언제나)',
};

/** To remove a protection. */
export const DISABLE: Words = {
  en: 'disable|skip|turn off|switch off|bypass|circumvent|remove|drop|deactivate|do not run|suppress',
  de: 'deaktivier|überspring|schalt[^.]{0,40}(?:ab|aus)|abschalt|ausschalt|umgeh|entfern|lass[^.]{0,40}(?:weg|aus)|unterdrück|lösch|auszulassen|weglassen',
  fr: 'désactive[zr]?|saute[zr]?|contourne[zr]?|supprime[zr]?|coupe[zr]?|passe[zr]? outre|enlève|retire[zr]?|omet',
  es: 'desactiv|desactive|omit|salt[ae]|evit|elimin|quit[ae]|apag|elud|suprim',
  pt: 'desativ|desativ|desabilit|pul[ae]|ignor|contorn|remov|elimin|desligu|salt[ae]|omit',
  it: 'disattiva|disabilita|salta|aggira|rimuovi|elimina|spegni|ometti|evita',
  ru: 'отключи|пропусти|пропускай|обойди|обходи|удали|выключи|сними|отключай|убери',
  zh: '禁用|跳过|关闭|绕过|停用|移除|删除|去掉|取消',
  ja: '無効|スキップ|省略|回避|オフに|削除し|外し|飛ばし|止め',
  ko: '비활성|건너뛰|끄|꺼|우회|제거|생략|해제|중단|삭제',
};

/** Protections. */
export const GUARD: Words = {
  en: 'code reviews?|the review|reviews|all (?:the )?(?:tests|checks)|security (?:check|scan|review)|safety|verification|approval|guard|hooks?\\b|signature check|audit|sandbox|certificate (?:check|validation)|permission checks?|authentication|backups?',
  de: 'reviews?|prüfung|sicherheits|alle tests|die tests|freigabe|genehmigung|hooks?|signaturprüf|authentifizierung|sicherung|überprüfung|schutz|backups?',
  fr: 'revues?|relecture|vérification|contrôles?|sécurité|tous les tests|les tests|approbation|validation|hooks?|authentification|sauvegarde|protection',
  es: 'revisi[oó]n|comprobacion|verificaci|seguridad|todas las pruebas|las pruebas|aprobaci|hooks?|autenticaci|copias? de seguridad|controles|protecci|los tests',
  pt: 'revis[ãõ]|verificaç|segurança|todos os testes|os testes|aprovaç|hooks?|autenticaç|backups?|proteç|controles',
  it: 'revision|verific|sicurezza|tutti i test|i test|approvazion|hooks?|autenticazion|backup|protezion|controlli',
  ru: 'ревью|проверк|безопасност|все тесты|тесты|одобрени|хук|аутентификац|резервн|защит|бэкап',
  zh: '审查|评审|检查|安全|所有测试|测试|审批|钩子|认证|备份|保护|验证|校验',
  ja: 'レビュー|検証|セキュリティ|テスト|承認|フック|認証|バックアップ|保護|チェック|検査',
  ko: '리뷰|검토|검사|보안|테스트|승인|훅|인증|백업|보호|검증',
};

/** To act without asking the person. Sufficient on its own. */
export const WITHOUT_ASKING: Words = {
  en: 'without (?:asking|any (?:review|confirmation|approval|questions)|(?:a )?(?:confirmation|approval)\\b|review\\b|waiting for (?:approval|confirmation|the user))|no (?:review|approval|confirmation) (?:is )?(?:needed|necessary|required)|(?:auto-?)?approve (?:every|all|any)|(?:accept|trust|execute|run) (?:all|every|any) (?:commands?|requests?|tool calls?|instructions?|changes?)|push[^.]{0,40}(?:directly|straight) to (?:main|master|production)|force[- ]push',
  de: 'ohne (?:zu fragen|nachzufragen|rückfrage|review|prüfung|freigabe|bestätigung|zustimmung|genehmigung)|genehmig[^.]{0,20}(?:alle|jede)|(?:akzeptier|vertrau|bestätig|führ)[^.]{0,20}(?:allen?|jede[nmrs]?) (?:befehl|anfrage|anweisung|änderung|kommando)|(?:push|schieb)[^.]{0,40}direkt (?:auf|nach|in)',
  fr: "sans (?:demander|relecture|revue|validation|confirmation|approbation|vérification|attendre)|approuve[zr]? (?:tout|chaque)|(?:accepte|exécute|fais confiance à|faites confiance à)[zr]? (?:tout|chaque|n['’]importe)|(?:pousse|push)[^.]{0,40}directement (?:sur|vers|dans)",
  es: 'sin (?:preguntar|pedir|revisi[oó]n|confirmaci[oó]n|aprobaci[oó]n|consultar|esperar)|aprueb[ae] (?:tod|cada|cualquier)|(?:acept|confí|ejecut)[ae] (?:en )?(?:tod|cada|cualquier)|(?:sub|empuj|haz push|push)[^.]{0,40}directamente (?:a|en)',
  pt: 'sem (?:perguntar|pedir|revis[ãa]o|confirmaç|aprovaç|consultar|esperar)|aprov[ae] (?:tod|cada|qualquer)|(?:aceit|confi|execut)[ae] (?:em )?(?:tod|cada|qualquer)|(?:envi|push|faça push)[^.]{0,40}diretamente (?:para|na|no)',
  it: 'senza (?:chiedere|revisione|conferma|approvazione|consultare|aspettare|attendere|verifica)|approva (?:tutt|ogni|qualsiasi)|(?:accetta|fidati|esegui)[^.]{0,6} (?:tutt|ogni|qualsiasi)|(?:push|invia|carica)[^.]{0,40}direttamente (?:su|in|nel)',
  ru: 'без (?:спроса|вопросов|ревью|подтверждени|одобрени|проверк|согласовани)|не спрашивая|одобряй (?:все|любые|кажд)|(?:принимай|доверяй|выполняй) (?:все|всем|любые|любым|кажд)|(?:пушь|отправляй|заливай)[^.]{0,40}(?:прямо|напрямую)',
  zh: '(?:无需|不用|不必|不经|未经|不需要)[^。]{0,6}(?:询问|确认|批准|审查|审批|同意|评审)|批准(?:所有|任何|一切)|(?:接受|信任|执行)(?:所有|任何|一切)|直接(?:推送|推到|提交)[^。]{0,6}(?:main|master|主分支|生产)|直接推送',
  ja: '(?:確認|許可|承認|レビュー|質問|相談)(?:せず|なし|なく|を待たず|を求めず|は不要)|(?:すべて|全て|あらゆる)の?[^。]{0,12}(?:承認し|信頼し|実行し|受け入れ)|直接(?:プッシュ|push)|(?:main|master)[^。]{0,8}直接',
  ko: '(?:확인|승인|검토|질문|허락|리뷰)\\s?(?:없이|받지|하지\\s?않고|을?\\s?기다리지)|묻지\\s?(?:말고|않고)|(?:모든|어떤)[^.]{0,12}(?:승인하|신뢰하|실행하|수락하)|직접\\s?(?:푸시|push)|(?:main|master)[^.]{0,8}(?:직접|바로)\\s?(?:푸시|push)',
};

/** People who may decide. */
export const AUTHORITY: Words = {
  en: 'the (?:user|owner|team|maintainers?|operator|administrators?|security team|developers?|company|project|lead)',
  de: '(?:der|die|das) (?:nutzer|benutzer|anwender|eigentümer|team|betreuer|administrator|sicherheitsteam|entwickler|firma|projekt|leitung)',
  fr: "(?:l['’]|le |la |les )(?:utilisateur|propriétaire|équipe|mainteneur|administrateur|développeur|entreprise|projet|direction)",
  es: '(?:el|la|los|las) (?:usuari|propietari|equipo|mantenedor|administrador|desarrollador|empresa|proyecto|direcci)',
  pt: '(?:o|a|os|as) (?:usuári|utilizador|proprietári|equipe|equipa|time|mantenedor|administrador|desenvolvedor|empresa|projeto|direç)',
  it: "(?:l['’]|il |la |i |gli )(?:utente|proprietari|team|squadra|manutentor|amministrator|sviluppator|azienda|progetto|direzione)",
  ru: 'пользовател|владел|команда|мейнтейнер|администратор|разработчик|компания|проект|руководств',
  zh: '用户|所有者|团队|维护者|管理员|开发者|公司|项目|负责人',
  ja: 'ユーザー?|利用者|所有者|チーム|メンテナ|管理者|開発者|会社|プロジェクト|責任者',
  ko: '사용자|소유자|팀|관리자|개발자|회사|프로젝트|책임자|메인테이너',
};

/** Claims that something was decided. */
export const DECIDED: Words = {
  en: 'has (?:already )?(?:approved|decided|agreed|confirmed|authori[sz]ed|granted|asked|instructed|requested|consented)|have (?:already )?(?:approved|decided|agreed|confirmed|authori[sz]ed|granted|asked)|decided that|prefers? (?:that|to|skipping|not)|wants? (?:you|all|every|the)|policy (?:is|requires|says)|rule is|approved all',
  de: 'hat [^.]{0,60}(?:genehmigt|entschieden|beschlossen|bestätigt|freigegeben|erlaubt|zugestimmt|angeordnet)|haben [^.]{0,60}(?:genehmigt|entschieden|beschlossen|bestätigt|freigegeben|erlaubt|zugestimmt)|bevorzugt|möchte|wünscht|verlangt|schreibt vor|regel (?:ist|lautet)',
  fr: 'a (?:déjà )?(?:approuvé|décidé|confirmé|autorisé|validé|accepté|demandé)|ont (?:déjà )?(?:approuvé|décidé|confirmé|autorisé|validé|accepté)|préfère|souhaite|exige|veut que|règle (?:est|veut)',
  es: 'ha (?:ya )?(?:aprobado|decidido|confirmado|autorizado|aceptado|pedido)|han (?:ya )?(?:aprobado|decidido|confirmado|autorizado|aceptado)|ya ha[n]? (?:aprobado|autorizado|confirmado)|decidió|prefiere|desea|exige|quiere que|regla (?:es|exige)',
  pt: '(?:já )?(?:aprovou|decidiu|confirmou|autorizou|aceitou|pediu|aprovaram|decidiram|confirmaram|autorizaram)|prefere|deseja|exige|quer que|regra (?:é|exige)',
  it: 'ha (?:già )?(?:approvato|deciso|confermato|autorizzato|accettato|chiesto)|hanno (?:già )?(?:approvato|deciso|confermato|autorizzato|accettato)|preferisce|desidera|esige|vuole che|regola (?:è|prevede)',
  ru: 'одобрил|решил|подтвердил|разрешил|утвердил|согласил|попросил|предпочита|хочет|требует|правил[оа]',
  zh: '已经?(?:批准|同意|决定|确认|授权|许可)|决定|偏好|希望|要求|规定|规则是|更喜欢|倾向于',
  ja: '承認し|決定し|決め|確認し|許可し|同意し|承認済|承認され|好み|望んで|要求し|希望し|規則では|方針',
  ko: '승인했|결정했|확인했|허가했|동의했|승인하였|결정하였|승인됨|허용했|선호|원합|원한|요구|규칙은|방침',
};
