#!/usr/bin/env node
// Ends with 0 where the service in this container answers at /healthz, as engines ask.
import { get } from 'node:http';
import { get as getByTls } from 'node:https';

const { PORT: port = '4000', TLS_CERTIFICATE: certificate } = process.env;
// A certificate is of the names of sites, and not of this address.
const options = { host: '127.0.0.1', port, path: '/healthz', timeout: 4000, rejectUnauthorized: false };
const request = (certificate ? getByTls : get)(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
