// The official TypeScript SDK, version 1 and version 2, behind one face.

import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { check } from './checks.mjs';
import { aegis } from './server.mjs';

const me = { name: 'aegis-interop', version: '1' };

/** One client that is connected. */
class Session {
  /** Errors that the SDK met outside of a request, such as a message that is none. */
  errors = [];
  listChanges = 0;
  /** The URIs of the resources that have changed. */
  updated = [];

  constructor(sdk, client, transport) {
    this.sdk = sdk;
    this.client = client;
    this.transport = transport;
    client.onerror = (error) => this.errors.push(error);
  }

  /** The result of a tool call, as the SDK gives it. */
  callRaw(name, args = {}, options = {}) {
    const params = { name, arguments: args };
    return this.sdk.version === 1
      ? this.client.callTool(params, CallToolResultSchema, options)
      : this.client.callTool(params, options);
  }

  /** The envelope of a tool call. It must be what the tool's output schema says. */
  async call(name, args = {}) {
    this.schemas ??= await this.compileSchemas();
    const result = await this.callRaw(name, args);
    const envelope = result.structuredContent;
    check.equal(result.content.length, 1, `${name}: one text`);
    check.equal(JSON.parse(result.content[0].text), envelope, `${name}: the text is the envelope`);
    check.equal(result.isError ?? false, envelope.status === 'error', `${name}: isError`);
    const { output } = this.schemas.get(name);
    check.ok(output(envelope), `${name}: ${JSON.stringify(output.errors)}`);
    return envelope;
  }

  /** The tools' schemas as functions. */
  async compileSchemas() {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    const { tools } = await this.client.listTools();
    return new Map(
      tools.map((tool) => [
        tool.name,
        { input: ajv.compile(tool.inputSchema), output: ajv.compile(tool.outputSchema) },
      ]),
    );
  }

  /** Has the server tell when files come and go, and when the resource `uri` changes. */
  async watch(uri) {
    const on = (schema, method, handler) =>
      this.client.setNotificationHandler(this.sdk.version === 1 ? schema : method, handler);
    on(ResourceListChangedNotificationSchema, 'notifications/resources/list_changed', () => {
      ++this.listChanges;
    });
    on(ResourceUpdatedNotificationSchema, 'notifications/resources/updated', (notification) => {
      this.updated.push(notification.params.uri);
    });
    if (this.sdk.modern) {
      const filter = { resourcesListChanged: true, resourceSubscriptions: [uri] };
      this.subscription = await this.client.listen(filter);
      check.equal(this.subscription.honoredFilter, filter, 'the filter');
    } else {
      check.equal(await this.client.subscribeResource({ uri }), {}, 'subscribe');
    }
  }

  async unwatch(uri) {
    if (!this.sdk.modern) {
      check.equal(await this.client.unsubscribeResource({ uri }), {}, 'unsubscribe');
      return;
    }
    await this.subscription.close();
    check.equal(await this.subscription.closed, 'local', 'the subscription is closed');
  }

  async close() {
    if (this.transport.sessionId) await this.transport.terminateSession();
    await this.client.close();
  }
}

function make(title, version, modern, Client, Stdio, Http, options) {
  const sdk = { title, version, modern };
  const connect = async (transport) => {
    const session = new Session(sdk, new Client(me, { capabilities: {}, ...options }), transport);
    await session.client.connect(transport);
    return session;
  };
  sdk.connectStdio = (args) => connect(new Stdio({ command: aegis, args: ['mcp', ...args] }));
  sdk.connectHttp = (url) => connect(new Http(new URL(url)));
  return sdk;
}

export const sdks = [
  make('SDK 1', 1, false, ClientV1, StdioV1, HttpV1, {}),
  make('SDK 2, automatic', 2, true, ClientV2, StdioV2, HttpV2, {
    versionNegotiation: { mode: 'auto' },
  }),
  make('SDK 2, modern', 2, true, ClientV2, StdioV2, HttpV2, {
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  }),
  make('SDK 2, legacy', 2, false, ClientV2, StdioV2, HttpV2, {}),
];
