// Calls Slipway by its published WSDL with node's soap: submit, status, results, a fault. Prints the observations, one
// a line.
// Usage: node node_client.js WSDL CA USER PASSWORD_FILE DOCUMENT
'use strict';

const fs = require('fs');
const https = require('https');
const soap = require('soap');

async function main(wsdl, ca, user, passwordFile, document) {
  const password = fs.readFileSync(passwordFile, 'utf8').split('\n')[0];
  const tls = {httpsAgent: new https.Agent({ca: fs.readFileSync(ca), keepAlive: true})};
  const request = require('axios').create(tls);
  const client = await soap.createClientAsync(wsdl, {request});
  client.setSecurity(new soap.WSSecurity(user, password, {passwordType: 'PasswordText', hasTimeStamp: false}));
  const [{token}] = await client.submitAsync({document: fs.readFileSync(document).toString('base64')});
  console.log('token', token);
  let status;
  do {
    await new Promise((resolve) => setTimeout(resolve, 100));
    [{status}] = await client.statusAsync({token});
  } while (status.state !== 'CLOSED');
  console.log('outcome', status.outcome.word);
  const [{result}] = await client.resultsAsync({token});
  for (const each of result) {
    const [piece] = await client.downloadAsync({token, name: each.name, offset: 0, limit: 1 << 20});
    console.log('result', each.name, Buffer.from(piece.bytes, 'base64').length, each.bytes);
  }
  try {
    await client.statusAsync({token: '0'.repeat(32)});
  } catch (fault) {
    console.log('fault', fault.root.Envelope.Body.Fault.detail.problem.code);
  }
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
