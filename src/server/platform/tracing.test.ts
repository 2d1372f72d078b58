import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { httpClient, registration } from '../../testing/http-client.ts';
import { createTestApp, documentImage, type TestApp, testPassword } from '../../testing/test-app.ts';
import { createAdmin, createTestProduct, openSession } from '../payments/testing/purchases.ts';
import { stripePathPattern, tracedEmail } from './traced-calls.ts';

type Recorded = {
  id: string;
  name: string;
  parent: string | undefined;
  traceId: string;
  attributes: Attributes;
  failed: boolean;
  ended: boolean;
};

const spans: Recorded[] = [];
const stored = new AsyncLocalStorage<Context>();

/** Carries contexts across async calls. With the tracer below, it replaces an OpenTelemetry SDK. */
const contexts: ContextManager = {
  active: () => stored.getStore() ?? ROOT_CONTEXT,
  with: (active, work, thisArg, ...args) => stored.run(active, () => Reflect.apply(work, thisArg, args)),
  bind: (_active, target) => target,
  enable: () => contexts,
  disable: () => contexts,
};

function record(name: string, attributes: Attributes, at: Context): Span {
  const parent = trace.getSpanContext(at);
  const recorded: Recorded = {
    id: (spans.length + 1).toString(16).padStart(16, '0'),
    name,
    parent: parent?.spanId,
    traceId: parent?.traceId ?? (spans.length + 1).toString(16).padStart(32, '0'),
    attributes: { ...attributes },
    failed: false,
    ended: false,
  };
  spans.push(recorded);
  const span: Span = {
    spanContext: () => ({ traceId: recorded.traceId, spanId: recorded.id, traceFlags: 1 }),
    setAttribute(key, value) {
      recorded.attributes[key] = value;
      return span;
    },
    setAttributes(more) {
      Object.assign(recorded.attributes, more);
      return span;
    },
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    setStatus({ code }) {
      recorded.failed = code === SpanStatusCode.ERROR;
      return span;
    },
    updateName(changed) {
      recorded.name = changed;
      return span;
    },
    end() {
      recorded.ended = true;
    },
    isRecording: () => true,
    recordException: () => undefined,
  };
  return span;
}

const tracer: Tracer = {
  startSpan: (name, options, at) => record(name, options?.attributes ?? {}, at ?? contexts.active()),
  startActiveSpan(name: string, ...rest: unknown[]) {
    const work = rest.at(-1);
    const [options] = rest;
    const attributes =
      typeof options === 'object' && options ? Reflect.get(options, 'attributes') : undefined;
    const span = record(name, attributes ?? {}, contexts.active());
    if (typeof work !== 'function') throw new TypeError('no work');
    return contexts.with(trace.setSpan(contexts.active(), span), () => work(span));
  },
};
const provider: TracerProvider = { getTracer: () => tracer };

/** Reads the W3C's `traceparent` header without validating it. */
const propagator: TextMapPropagator<Record<string, string>> = {
  inject: () => undefined,
  fields: () => ['traceparent'],
  extract(at, carrier, getter) {
    const header = getter.get(carrier, 'traceparent');
    const [, traceId, spanId] = String(header ?? '').split('-');
    return traceId && spanId
      ? trace.setSpanContext(at, { traceId, spanId, traceFlags: 1, isRemote: true })
      : at;
  },
};

let test: TestApp;

beforeAll(async () => {
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(contexts);
  propagation.setGlobalPropagator(propagator);
  test = await createTestApp({ stripe: 'sandbox' });
});
beforeEach(() => {
  spans.length = 0;
});
afterAll(async () => {
  await test.close();
  trace.disable();
  context.disable();
  propagation.disable();
});

/** The names of the spans from the request down to this one. */
function pathTo(span: Recorded): string[] {
  const parent = spans.find(({ id }) => id === span.parent);
  return [...(parent ? pathTo(parent) : []), span.name];
}
const paths = () => spans.map((span) => pathTo(span).join(' > '));

describe('spans', () => {
  it('link the request through the procedure to the transaction, even for a request with a body', async () => {
    const client = httpClient(test.app);
    const sides: string[] = [];
    for (let side = 0; side < 2; side += 1) {
      const grant = (await client.request('POST', '/api/objects/upload')).json();
      await test.put(grant.uploadURL, await documentImage(), { 'content-type': 'image/jpeg' });
      const secured = await client.request('PUT', '/api/kyc/document', { documentImageUrl: grant.uploadURL });
      sides.push(secured.json().objectPath);
    }
    expect(paths()).toContain('PUT /api/kyc/document > procedure kyc.secureDocument > storage write');
    spans.length = 0;
    const body = registration({ documentImageUrl1: sides[0], documentImageUrl2: sides[1] });
    expect((await client.request('POST', '/api/register', body)).statusCode).toBe(201);
    expect(paths()).toContain('POST /api/register > procedure auth.register > transaction');
    const [request] = spans;
    expect(request).toMatchObject({
      attributes: { 'http.route': '/api/register', 'http.response.status_code': 201 },
      failed: false,
    });
    expect(spans.every(({ ended }) => ended)).toBe(true);
    const recorded = JSON.stringify(spans);
    for (const value of [body.email, body.documentNumber, body.dateOfBirth, body.lastName, sides[0]]) {
      expect(recorded).not.toContain(value);
    }
  });

  it('show calls to Stripe by the pattern of their path, outside of transactions', async () => {
    const admin = await createAdmin(test);
    const product = await createTestProduct(test, admin);
    const student = await test.createUser({ password: testPassword });
    await openSession(test, student, product);
    const stripe = spans.filter(({ name }) => name.startsWith('Stripe '));
    expect(stripe.map(({ name }) => name)).toContain('Stripe POST /v1/checkout/sessions');
    expect(stripe.filter((span) => pathTo(span).includes('transaction'))).toEqual([]);
    expect(stripePathPattern('/v1/checkout/sessions/cs_test_1?expand=a@b')).toBe('/v1/checkout/sessions/:id');
  });

  it('record an error by its name, without its message', async () => {
    const send = tracedEmail(() => Promise.reject(new TypeError('550 marker@example.test')));
    const email = {
      senderName: 'Poker Academy',
      to: 'marker@example.test',
      subject: '',
      text: '',
      html: undefined,
      messageId: '',
      headers: {},
    };
    await expect(send(email)).rejects.toThrow('550');
    expect(spans).toMatchObject([
      { name: 'email send', failed: true, attributes: { 'error.type': 'TypeError' } },
    ]);
    expect(JSON.stringify(spans)).not.toContain('marker');
  });

  it('continue a trace only if a proxy is trusted', async () => {
    const headers = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    await test.app.inject({ url: '/healthz', headers });
    expect(spans.at(-1)?.traceId).not.toBe('a'.repeat(32));
    const proxied = await createTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
    spans.length = 0;
    await proxied.app.inject({ url: '/healthz', headers });
    expect(spans.find(({ name }) => name === 'GET /healthz')).toMatchObject({ traceId: 'a'.repeat(32) });
    await proxied.close();
  });
});
