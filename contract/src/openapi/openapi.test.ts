import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isFile, type EndpointSpec } from '../endpoint.ts';
import { errorTable, type ErrorCode } from '../errors.ts';
import { endpoints, type EndpointKey } from '../index.ts';
import { describeApi, type Operation } from './openapi.ts';

const document = describeApi({ version: '1.2.3', serverUrl: 'https://foyer.test/api' });

function getOperation(key: EndpointKey): Operation {
  const { method, path } = endpoints[key];
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${key} is not described`);
  return operation;
}

interface Call {
  key: EndpointKey;
  spec: EndpointSpec;
  operation: Operation;
}

const calls = (Object.keys(endpoints) as EndpointKey[]).map((key): Call => {
  return { key, spec: endpoints[key], operation: getOperation(key) };
});

function expectComplete(example: unknown): void {
  expect(example).toBeDefined();
  expect(JSON.parse(JSON.stringify(example))).toStrictEqual(example);
}

function listAnswers({ key, spec, operation }: Call) {
  return Object.entries(spec.answers).map(([status, schema]) => ({
    name: `${key} ${status}`,
    schema,
    answer: operation.responses[status],
  }));
}

describe('the OpenAPI document', () => {
  it('shows the version of Foyer and the URL of the API', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Foyer', version: '1.2.3' },
      servers: [{ url: 'https://foyer.test/api' }],
    });
  });

  it('gives each call a unique name, such as registerForEvent', () => {
    expect(getOperation('POST /events/:id/register').operationId).toBe('registerForEvent');
    expect(getOperation('POST /events/:id/register').tags).toEqual(['Registrations']);
    expect(new Set(calls.map(({ operation }) => operation.operationId)).size).toBe(calls.length);
  });

  it('says for each call whether a token is required, optional or not used', () => {
    expect(getOperation('GET /users').security).toEqual([{ accessToken: [] }]);
    expect(getOperation('GET /events').security).toEqual([{}, { accessToken: [] }]);
    expect(getOperation('POST /auth/login').security).toEqual([]);
    expect(getOperation('POST /stripe/webhook').security).toEqual([]);
  });

  it('describes exactly the parameters that each path contains', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      for (const { parameters } of Object.values(operations)) {
        const described = parameters.filter((parameter) => parameter.in === 'path');
        expect(described.map((parameter) => parameter.name)).toEqual(named);
        expect(described.every((parameter) => parameter.required)).toBe(true);
      }
    }
  });

  it('does not require a parameter that has a default', () => {
    const find = (name: string) =>
      getOperation('GET /events').parameters.find((parameter) => parameter.name === name);
    expect(find('limit')).toMatchObject({ required: false, schema: { type: 'integer', default: 10 } });
    expect(find('sort_by')).toMatchObject({ required: false, schema: { default: 'start_time' } });
    expect(getOperation('POST /events/:id/register').requestBody?.required).toBe(false);
    expect(getOperation('PATCH /users/:id').requestBody?.required).toBe(true);
  });

  it('describes values as they are sent over HTTP: times as strings, money in pounds, ids as numbers', () => {
    const { properties } = document.components.schemas.Event ?? {};
    expect(properties?.start_time).toMatchObject({ type: 'string', format: 'date-time' });
    expect(properties?.price).toMatchObject({ anyOf: [{ type: 'number' }, { type: 'null' }] });
    const body = getOperation('POST /events').requestBody?.content['application/json']?.schema.properties;
    expect(body?.start_time).toMatchObject({ type: 'string', format: 'date-time' });
    expect(body?.price).toMatchObject({ anyOf: [{ type: 'number', maximum: 100_000 }, { type: 'null' }] });
    expect(body?.team_id).toMatchObject({ type: 'integer', minimum: 1 });
  });

  it('describes the signature that the payment provider sends', () => {
    const { parameters, requestBody } = getOperation('POST /stripe/webhook');
    expect(parameters).toMatchObject([{ name: 'Stripe-Signature', in: 'header', required: true }]);
    expect(requestBody).toMatchObject({ required: true, content: { 'application/json': {} } });
  });

  it('says which team roles may make a call', () => {
    expect(getOperation('GET /teams/:id/members').description).toContain('whatever their role');
    expect(getOperation('POST /tickets').description).toContain('team_admin or event_manager');
  });

  it('offers a multipart form for calls that accept a picture', () => {
    const withForm = calls.filter(
      ({ operation }) => operation.requestBody?.content['multipart/form-data'] !== undefined,
    );
    expect(withForm.map(({ key }) => key)).toEqual([
      'PATCH /users/:id',
      'POST /events',
      'PATCH /events/:id',
      'PATCH /teams/:id',
    ]);
    expect(
      getOperation('POST /events').requestBody?.content['multipart/form-data']?.schema.properties
        ?.event_image,
    ).toMatchObject({ type: 'string', format: 'binary' });
  });
});

describe('the error answers of a call in the OpenAPI document', () => {
  const listRefusals = (operation: Operation) =>
    Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Number(status) < 400 ? [] : [{ status: Number(status), ...content?.['application/json'] }],
    );

  const listCodes = (key: EndpointKey) =>
    Object.fromEntries(
      listRefusals(getOperation(key)).map(({ status, examples = {} }) => [status, Object.keys(examples)]),
    );

  it('list the errors of the call itself, of access checks, of parsing, and of the server', () => {
    expect(listCodes('PATCH /events/:id')).toEqual({
      400: ['validation_failed', 'malformed_body'],
      401: ['no_token', 'invalid_token'],
      403: ['forbidden', 'password_change_required', 'two_factor_setup_required'],
      404: expect.arrayContaining(['event_not_found']) as unknown,
      408: ['request_timeout'],
      409: ['capacity_below_sold', 'price_per_ticket_type', 'event_has_attendees', 'event_ended'],
      413: ['payload_too_large', 'image_too_large'],
      415: ['unsupported_media_type', 'not_an_image'],
      421: ['misdirected_request'],
      429: ['too_many_requests'],
      500: ['internal_error'],
      503: ['unavailable', 'storage_full'],
    });
    expect(listCodes('POST /auth/login')).toEqual({
      400: ['validation_failed', 'malformed_body'],
      401: ['invalid_credentials', 'two_factor_required'],
      408: ['request_timeout'],
      413: ['payload_too_large'],
      415: ['unsupported_media_type'],
      421: ['misdirected_request'],
      429: ['too_many_requests'],
      500: ['internal_error'],
      503: ['unavailable', 'storage_full'],
    });
    expect(listCodes('GET /events/categories')).toEqual({
      401: ['invalid_token'],
      421: ['misdirected_request'],
      500: ['internal_error'],
      503: ['unavailable', 'storage_full'],
    });
  });

  it('are listed under the HTTP status of their error code, and share one schema', () => {
    for (const { status, schema, examples = {} } of calls.flatMap((call) => listRefusals(call.operation))) {
      expect(schema).toEqual({ $ref: '#/components/schemas/ErrorAnswer' });
      for (const [code, { value }] of Object.entries(examples)) {
        expect(value).toMatchObject({ status: 'error', code });
        expect(errorTable[code as ErrorCode].status).toBe(status);
      }
    }
  });
});

describe('the OpenAPI example', () => {
  const withBody = calls.filter(({ spec }) => spec.body);
  const bodies = withBody.flatMap(({ key, spec, operation }) =>
    Object.entries(operation.requestBody?.content ?? {}).map(([type, { example }]) => ({
      name: `${key} as ${type}`,
      schema: spec.body,
      example,
    })),
  );

  it.each(bodies)('for the request body of $name passes validation', ({ schema, example }) => {
    expectComplete(example);
    expect(schema?.safeParse(example)).toMatchObject({ success: true });
  });

  const answers = calls.flatMap(listAnswers);

  const bodiesAnswered = answers.flatMap(({ name, schema, answer }) =>
    schema && !isFile(schema) ? [{ name, schema, answer }] : [],
  );

  it.each(bodiesAnswered)('for the answer $name matches the schema', ({ schema, answer }) => {
    const example = answer?.content?.['application/json']?.example;
    expectComplete(example);
    const promised = z.toJSONSchema(schema, { io: 'output' });
    const parsed = z.fromJSONSchema(promised).safeParse(example);
    expect(parsed).toMatchObject({ success: true });
  });

  it('is left out for an answer that is a file, because the file is described as binary', () => {
    const files = answers.filter(({ schema }) => schema && isFile(schema));
    expect(files.map(({ name, answer }) => [name, answer?.content])).toEqual([
      [
        'GET /events/:id/calendar 200',
        { 'text/calendar; charset=utf-8': { schema: { type: 'string', format: 'binary' } } },
      ],
      [
        'GET /events/:id/orders.csv 200',
        { 'text/csv; charset=utf-8': { schema: { type: 'string', format: 'binary' } } },
      ],
      [
        'GET /tickets/:id/held.pdf 200',
        { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
      ],
      [
        'GET /orders/:number/receipt.pdf 200',
        { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
      ],
      [
        'GET /orders/:number/tickets/:id/pdf 200',
        { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
      ],
      [
        'GET /teams/:id/money.csv 200',
        { 'text/csv; charset=utf-8': { schema: { type: 'string', format: 'binary' } } },
      ],
      ['GET /tickets/:id/pdf 200', { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }],
    ]);
  });

  it('is left out for an answer without a body', () => {
    const empty = answers.filter(({ schema }) => !schema);
    expect(empty.map(({ answer }) => answer)).toEqual(
      empty.map(() => ({ description: 'Done; the answer has no body' })),
    );
  });
});
