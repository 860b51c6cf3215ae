#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'

/**
 * Runs an ordinary release of Firefox under Playwright. Playwright controls it by WebDriver BiDi and always sends one
 * command that Firefox does not support yet. This program starts Firefox with the arguments it was given, sits between
 * the two and answers that command itself; all other commands pass through unchanged.
 */

/** Colour scheme and motion as a test would have them (https://w3c.github.io/webdriver-bidi): they stay as they are. */
const unknownToFirefox: ReadonlySet<string> = new Set(['emulation.setMediaFeaturesOverride'])
/** Downloads and screenshots are single messages. */
const maxPayload = 512 * 1_024 * 1_024

const Command = z.object({ id: z.int(), method: z.string() })

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
})
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload })
await once(server, 'listening')
const { port } = z.object({ port: z.int() }).parse(server.address())

let address = ''
createInterface(firefox.stderr).on('line', (line) => {
  const [, listening] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line) ?? []
  if (listening !== undefined) address = listening
  // The words that Playwright waits for, with where this program listens.
  console.error(listening === undefined ? line : `WebDriver BiDi listening on ws://127.0.0.1:${port}`)
})

server.on('connection', (playwright, { url = '' }) => {
  const browser = new WebSocket(`${address}${url}`, { maxPayload, perMessageDeflate: false })
  const early: RawData[] = []
  browser.on('open', () => {
    for (const data of early.splice(0)) browser.send(data.toString())
  })
  playwright.on('message', (data) => {
    const { id, method } = Command.parse(JSON.parse(data.toString()))
    if (unknownToFirefox.has(method)) playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
    else if (browser.readyState === WebSocket.OPEN) browser.send(data.toString())
    else early.push(data)
  })
  browser.on('message', (data) => playwright.send(data.toString()))
  browser.on('close', () => playwright.close())
  browser.on('error', () => playwright.close())
  playwright.on('close', () => browser.close())
})

firefox.on('error', () => process.exit(127))
firefox.on('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => firefox.kill(signal))
