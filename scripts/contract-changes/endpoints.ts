// Breaking changes of endpoints: removed ones, parameters, bodies, answers, headers and authentication (service.md, Versioning).
import { asArray, asObject, type Json, type JsonObject } from '../generate/contract.ts';
import { breaks, type Change } from './rules.ts';
import { schemaChanges } from './schemas.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const VERSION = /^\/\d{4}-\d{2}-\d{2}(?=\/)/;

/** Both documents are without $ref. */
export function endpointChanges(before: JsonObject, after: JsonObject): Change[] {
  return Object.entries(asObject(before['paths'])).flatMap(([path, item]) =>
    METHODS.filter((method) => method in asObject(item)).flatMap((method) => {
      const name = `${method.toUpperCase()} ${path.replace(VERSION, '')}`;
      const changed = part(part(after['paths'])[path])[method];
      if (changed === undefined) return [breaks(1, `removed endpoint ${name}`)];
      return operationChanges(part(asObject(item)[method]), part(changed), [before, after]).map(({ rule, what }) =>
        breaks(rule, `${what} of ${name}`),
      );
    }),
  );
}

/** An object, empty when there is none. */
function part(value: Json | undefined): JsonObject {
  return value === undefined ? {} : asObject(value);
}

function operationChanges(
  before: JsonObject,
  after: JsonObject,
  documents: readonly [JsonObject, JsonObject],
): Change[] {
  return [
    ...parameterChanges(asArray(before['parameters']).map(part), asArray(after['parameters']).map(part)),
    ...bodyChanges(part(before['requestBody']), part(after['requestBody'])),
    ...answerChanges(part(before['responses']), part(after['responses'])),
    ...(authentication(before, documents[0]) === authentication(after, documents[1])
      ? []
      : [breaks(7, 'changed authentication')]),
  ];
}

function parameterChanges(before: readonly JsonObject[], after: readonly JsonObject[]): Change[] {
  const added = after.filter((parameter) => find(before, parameter) === undefined && parameter['required'] === true);
  return [
    ...before.flatMap((parameter) => {
      const changed = find(after, parameter);
      const name = nameOf(parameter);
      if (changed === undefined) return [breaks(2, `removed ${name}`)];
      const required =
        parameter['required'] !== true && changed['required'] === true ? [breaks(4, `made ${name} required`)] : [];
      return [
        ...required,
        ...schemaChanges(part(parameter['schema']), part(changed['schema']), { direction: 'request', name }),
      ];
    }),
    ...added.map((parameter) => breaks(4, `added required ${nameOf(parameter)}`)),
  ];
}

function nameOf(parameter: JsonObject): string {
  return `${String(parameter['in'])} parameter \`${String(parameter['name'])}\``;
}

/** Header names know no case. */
function find(parameters: readonly JsonObject[], wanted: JsonObject): JsonObject | undefined {
  const key = (parameter: JsonObject): string =>
    `${String(parameter['in'])} ${parameter['in'] === 'header' ? String(parameter['name']).toLowerCase() : String(parameter['name'])}`;
  return parameters.find((parameter) => key(parameter) === key(wanted));
}

function bodyChanges(before: JsonObject, after: JsonObject): Change[] {
  const wasRequired = before['required'] === true;
  const required = !wasRequired && after['required'] === true ? [breaks(4, 'made the request body required')] : [];
  return [
    ...required,
    ...Object.entries(part(before['content'])).flatMap(([mediaType, content]) => {
      const changed = part(after['content'])[mediaType];
      if (changed === undefined) return [breaks(2, `removed request media type \`${mediaType}\``)];
      return schemaChanges(part(part(content)['schema']), part(part(changed)['schema']), {
        direction: 'request',
        name: 'request parameter',
      });
    }),
  ];
}

function answerChanges(before: JsonObject, after: JsonObject): Change[] {
  return Object.entries(before).flatMap(([status, answer]) => {
    const changed = after[status];
    // An error that no longer happens breaks nobody.
    if (changed === undefined) return status.startsWith('2') ? [breaks(3, `removed answer ${status}`)] : [];
    const suffix = status.startsWith('2') ? '' : ` in answer ${status}`;
    return [
      ...headerChanges(part(part(answer)['headers']), part(part(changed)['headers'])),
      ...contentChanges(part(part(answer)['content']), part(part(changed)['content'])),
    ].map(({ rule, what }) => breaks(rule, `${what}${suffix}`));
  });
}

function headerChanges(before: JsonObject, after: JsonObject): Change[] {
  const names = new Map(Object.entries(after).map(([name, header]) => [name.toLowerCase(), part(header)]));
  return Object.entries(before).flatMap(([name, header]) => {
    const changed = names.get(name.toLowerCase());
    if (changed === undefined) return [breaks(3, `removed response header \`${name}\``)];
    return schemaChanges(part(part(header)['schema']), part(changed['schema']), {
      direction: 'response',
      name: `response header \`${name}\``,
    });
  });
}

function contentChanges(before: JsonObject, after: JsonObject): Change[] {
  return Object.entries(before).flatMap(([mediaType, content]) => {
    const changed = after[mediaType];
    if (changed === undefined) return [breaks(3, `removed response media type \`${mediaType}\``)];
    return schemaChanges(part(part(content)['schema']), part(part(changed)['schema']), {
      direction: 'response',
      name: 'response property',
    });
  });
}

/** The requirements with what their schemes are, so that another scheme under the same name shows. */
function authentication(operation: JsonObject, document: JsonObject): string {
  const schemes = part(part(document['components'])['securitySchemes']);
  const requirements = asArray(operation['security'] ?? document['security']).map((requirement) =>
    Object.entries(part(requirement)).map(([name, scopes]) => {
      const { description: _, ...scheme } = part(schemes[name]);
      return [scheme, scopes];
    }),
  );
  return JSON.stringify(requirements.map((requirement) => JSON.stringify(requirement)).toSorted());
}
