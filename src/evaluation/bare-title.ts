/** Verbs with which people begin to say what a change of documentation does, without their endings. */
const verbs =
  /^(?:add|adjust|allow|answer|automat|bring|bump|call|change|clarif|clean|combin|compar|complet|consolidat|convert|correct|cover|creat|cut|defin|delet|deprecat|describ|disabl|document|drop|edit|embed|enabl|enhanc|ensur|expand|explain|expos|extend|fill|fix|format|give|handl|hide|highlight|implement|improv|includ|insert|introduc|keep|link|list|make|mark|mention|merg|migrat|mov|nam|omit|organi[sz]|point|polish|prefer|put|recommend|redirect|reduc|refactor|refer|refin|reflect|remov|renam|reorder|reorgani[sz]|reorg|repair|rephras|replac|restor|restructur|reword|rewrit|say|shorten|show|simplif|sort|spell|split|start|stop|streamlin|sync|take|tell|tidy|translat|tweak|typo|unify|updat|upgrad|use|warn|writ)/u;
/** Words that name no object: what they leave of a title must be something. */
const empty =
  /^(?:a|an|the|and|or|of|in|on|for|to|with|from|at|by|some|more|few|minor|small|various|several|again|this|that|it|docs?|documentation|readme(?:\.\w+)?|pages?|files?|things?|stuff|content|changes?|updates?|fix(?:es)?|typos?|wording|nits?|wip)$/u;

const fewestWords = 4;

/** Whether a title alone tells nobody what to do: too few words, no verb, or nothing that the verb is about. */
export function isBareTitle(title: string): boolean {
  const words = title
    .toLowerCase()
    // `docs(guide): …` says where, not what.
    .replace(/^\w{1,20}(?:\([^)]{0,100}\))?!?:\s*/u, '')
    .split(/\s+/u)
    .map((word) => /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(word)?.[0] ?? '')
    .filter(Boolean);
  if (words.length < fewestWords) return true;
  const verb = words.findIndex((word) => verbs.test(word));
  return verb === -1 || words.every((word, index) => index === verb || empty.test(word));
}
