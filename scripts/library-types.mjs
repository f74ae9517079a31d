// The declarations (`.d.ts`) of the library's entry points. Each entry gets one file without outside references:
// everything its exports need is copied from the sources with its comments. The sources are parsed, not type-checked, so
// this takes a fraction of a second. Anything that cannot be copied (a return type that is only inferred, a type of an
// npm package) is an error with its location.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { readEntryPoints } from './entry-points.mjs';

/** The entry points: `{ hooks: 'packages/library/src/hooks.ts', … }`. */
export function entryPoints(root) {
  const folder = 'packages/library/src';
  const files = readdirSync(path.join(root, folder)).filter((name) => /^[a-z]+\.ts$/.test(name));
  return Object.fromEntries(files.map((name) => [name.slice(0, -3), `${folder}/${name}`]));
}

/** Known to every TypeScript program, or declared by `@types/node` and by the DOM library alike. */
const GLOBALS = new Set(
  (
    'Array AsyncDisposable AsyncIterable Awaited Date Error Exclude Extract Iterable Map NonNullable Omit Parameters Partial ' +
    'Pick Promise Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Required ReturnType Set Symbol AbortSignal Uint8Array'
  ).split(' '),
);

/** Words of documents that are not in the repository. */
const PRIVATE = /.*(seeds\/\d|\btrap \d|\blaw \d|\bDESIGN\b|\w\.md §).*/;

/** @returns The text of the declaration file of one entry point. */
export function declarationsOf(root, entry) {
  const modules = new Map();
  const names = new Map();
  const out = [];
  const moduleOf = (file) => {
    if (!modules.has(file)) modules.set(file, readModule(file));
    return modules.get(file);
  };
  /** Where a name that a file exports is declared. */
  const declared = (file, name) => {
    const { locals, exports, stars } = moduleOf(file);
    const from = exports.get(name);
    if (from !== undefined) return declared(resolve(root, from.specifier, file), from.name);
    if (locals.has(name)) return { file, name };
    for (const specifier of stars) {
      const found = declared(resolve(root, specifier, file), name);
      if (found !== null) return found;
    }
    return null;
  };
  const add = (file, local, exported) => {
    const found = moduleOf(file).imports.get(local);
    const place =
      found === undefined
        ? { file, name: local }
        : declared(resolve(root, found.specifier, file), found.name);
    if (place === null) throw new Error(`${file}: nothing declares ${local}.`);
    const key = `${place.file} ${place.name}`;
    const taken = names.get(place.name);
    if (taken === key) return;
    if (taken !== undefined)
      throw new Error(`Two declarations are called ${place.name}: ${taken}, ${key}.`);
    names.set(place.name, key);
    const module = moduleOf(place.file);
    const nodes = module.locals.get(place.name);
    if (nodes === undefined) throw new Error(`${place.file} declares no ${place.name}.`);
    out.push({
      exported,
      text: nodes.map((node) => render(module.source, node, exported)).join('\n'),
    });
    for (const name of nodes.flatMap((node) => namesIn(module.source, node)))
      if (module.locals.has(name) || module.imports.has(name))
        add(place.file, name, isExported(name));
      else if (!GLOBALS.has(name)) throw new Error(`${place.file}: ${place.name} needs ${name}.`);
  };
  const top = moduleOf(path.join(root, entry));
  const isExported = (name) => top.exports.has(name) || top.exported.has(name);
  for (const name of [...top.exports.keys(), ...top.exported]) {
    const place = declared(path.join(root, entry), name);
    if (place?.name !== name)
      throw new Error(`${entry} does not export ${name} under its own name.`);
    add(place.file, place.name, true);
  }
  const comment = /^\/\*\*[\s\S]*?\*\//.exec(top.source.text)?.[0] ?? '';
  const needsDisposable = out.some(({ text }) => text.includes('AsyncDisposable'));
  const texts = [
    ...(needsDisposable ? ['/// <reference lib="esnext.disposable" />'] : []),
    ...(comment === '' ? [] : [comment]),
    ...[...out.filter(({ exported }) => exported), ...out.filter(({ exported }) => !exported)].map(
      ({ text }) => text,
    ),
    'export {};',
  ];
  const cited = PRIVATE.exec(texts.join('\n'));
  if (cited !== null)
    throw new Error(`${entry}: a comment cites what readers do not have: ${cited[0]}`);
  return `${texts.join('\n\n')}\n`;
}

function resolve(root, specifier, from) {
  if (specifier.startsWith('.')) return path.resolve(path.dirname(from), specifier);
  const entry = readEntryPoints(root).get(specifier);
  if (entry === undefined) throw new Error(`${from} needs types of ${specifier}.`);
  return entry.file;
}

/** What a file imports, declares and exports: `name → place`. */
function readModule(file) {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const [imports, locals, exports, exported] = [new Map(), new Map(), new Map(), new Set()];
  const stars = [];
  const declare = (name, node) => locals.set(name, [...(locals.get(name) ?? []), node]);
  for (const node of source.statements) {
    if (ts.isImportDeclaration(node)) {
      const named = node.importClause?.namedBindings;
      for (const element of named && ts.isNamedImports(named) ? named.elements : [])
        imports.set(element.name.text, {
          specifier: node.moduleSpecifier.text,
          name: (element.propertyName ?? element.name).text,
        });
    } else if (ts.isExportDeclaration(node) && node.exportClause === undefined) {
      stars.push(node.moduleSpecifier.text);
    } else if (ts.isExportDeclaration(node)) {
      for (const element of node.exportClause.elements)
        exports.set(element.name.text, {
          specifier: node.moduleSpecifier?.text ?? `./${path.basename(file)}`,
          name: (element.propertyName ?? element.name).text,
        });
    } else if (ts.isVariableStatement(node)) {
      for (const one of node.declarationList.declarations) {
        declare(one.name.getText(), node);
        if (hasExport(node)) exported.add(one.name.getText());
      }
    } else if (node.name !== undefined) {
      declare(node.name.text, node);
      if (hasExport(node)) exported.add(node.name.text);
    }
  }
  // Callers see only the overloads of an overloaded function.
  for (const [name, nodes] of locals)
    if (nodes.length > 1 && nodes.every(ts.isFunctionDeclaration))
      locals.set(
        name,
        nodes.filter((node) => node.body === undefined),
      );
  return { source, imports, locals, exports, exported, stars };
}

function hasExport(node) {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** Names of other declarations in the copied part of a node. */
function namesIn(source, node) {
  const found = new Set();
  const own = new Set();
  const visit = (child) => {
    if (isLeftOut(child)) return;
    if (ts.isTypeParameterDeclaration(child)) own.add(child.name.text);
    if (ts.isTypeReferenceNode(child)) found.add(first(child.typeName));
    if (ts.isTypeQueryNode(child)) found.add(first(child.exprName));
    if (ts.isExpressionWithTypeArguments(child)) found.add(first(child.expression));
    if (ts.isImportTypeNode(child)) throw new Error(`${source.fileName}: an import inside a type.`);
    ts.forEachChild(child, visit);
  };
  visit(node);
  for (const name of own) found.delete(name);
  found.delete('const');
  return [...found];
}

function first(name) {
  const left = name.left ?? (ts.isPropertyAccessExpression(name) ? name.expression : undefined);
  return left === undefined ? name.text : first(left);
}

/** Bodies, initial values and private members. */
function isLeftOut(node) {
  if (ts.isBlock(node)) return true;
  const { parent } = node;
  const isInitial =
    (ts.isParameter(parent) || ts.isPropertyDeclaration(parent)) && parent.initializer === node;
  return isInitial || isPrivate(node);
}

function isPrivate(node) {
  return ts.isClassElement(node) && node.name !== undefined && ts.isPrivateIdentifier(node.name);
}

function render(source, node, exported) {
  const comment = commentOf(source, node, '');
  const start = `${comment}${exported ? 'export ' : ''}`;
  const text = source.text.slice(node.getStart(source, false), node.end).replace(/^export /, '');
  if (ts.isInterfaceDeclaration(node)) return start + text;
  if (ts.isTypeAliasDeclaration(node)) return start + text;
  if (ts.isFunctionDeclaration(node))
    return `${start}declare function ${node.name.text}${signature(source, node)}`;
  if (ts.isClassDeclaration(node)) return `${start}declare ${classText(source, node)}`;
  const [one] = node.declarationList.declarations;
  const type = one.type?.getText(source) ?? literalType(source, one.initializer);
  return `${start}declare const ${one.name.text}: ${type};`;
}

function commentOf(source, node, indent) {
  const last = node.jsDoc?.at(-1);
  return last === undefined ? '' : `${indent}${source.text.slice(last.pos, last.end)}\n`;
}

function signature(source, node) {
  if (node.type === undefined && !ts.isConstructorDeclaration(node))
    throw new Error(`${source.fileName}: ${node.name?.getText(source)} has no return type.`);
  const generics = node.typeParameters?.map((one) => one.getText(source)).join(', ');
  const parameters = node.parameters.map((one) => {
    if (one.type === undefined) throw new Error(`${source.fileName}: a parameter has no type.`);
    const name = ts.isIdentifier(one.name) ? one.name.text : 'options';
    const isOptional = one.questionToken !== undefined || one.initializer !== undefined;
    return `${one.dotDotDotToken ? '...' : ''}${name}${isOptional ? '?' : ''}: ${one.type.getText(source)}`;
  });
  const result = node.type === undefined ? '' : `: ${node.type.getText(source)}`;
  return `${generics === undefined ? '' : `<${generics}>`}(${parameters.join(', ')})${result};`;
}

function classText(source, node) {
  const heritage = node.heritageClauses?.map((one) => ` ${one.getText(source)}`).join('') ?? '';
  const members = node.members
    .filter((member) => !isPrivate(member))
    .map((member) => {
      const name = member.name?.getText(source);
      const comment = commentOf(source, member, '  ');
      const modifiers = (member.modifiers ?? [])
        .map((one) => one.getText(source))
        .filter((word) => word === 'readonly' || word === 'static')
        .map((word) => `${word} `)
        .join('');
      if (ts.isConstructorDeclaration(member))
        return `${comment}  constructor${signature(source, member)}`;
      if (ts.isMethodDeclaration(member))
        return `${comment}  ${modifiers}${name}${signature(source, member)}`;
      if (ts.isGetAccessor(member)) return `${comment}  get ${name}${signature(source, member)}`;
      if (member.type === undefined) throw new Error(`${source.fileName}: ${name} has no type.`);
      return `${comment}  ${modifiers}${name}${member.questionToken ? '?' : ''}: ${member.type.getText(source)};`;
    });
  const hasPrivate = node.members.some(isPrivate);
  return `class ${node.name.text}${heritage} {\n${[...(hasPrivate ? ['  #private;'] : []), ...members].join('\n')}\n}`;
}

/** The type of a value `as const`. */
function literalType(source, node) {
  if (ts.isAsExpression(node)) return literalType(source, node.expression);
  if (ts.isStringLiteral(node) || ts.isNumericLiteral(node) || ts.isPrefixUnaryExpression(node))
    return node.getText(source);
  if (ts.isArrayLiteralExpression(node))
    return `readonly [${node.elements.map((one) => literalType(source, one)).join(', ')}]`;
  if (ts.isObjectLiteralExpression(node))
    return `{\n${node.properties
      .map(
        (one) => `  readonly ${one.name.getText(source)}: ${literalType(source, one.initializer)};`,
      )
      .join('\n')}\n}`;
  throw new Error(`${source.fileName}: ${node.getText(source).slice(0, 60)} has no written type.`);
}
