import { expect, test } from 'bun:test'
import {
  badge,
  button,
  cell,
  choices,
  copies,
  field,
  heading,
  type Item,
  lacks,
  link,
  opens,
  photo,
  question,
  read,
  row,
  search,
  shows,
  stat,
  tab,
  toastOf,
} from './reading.ts'

// A checklist is worth what its eyes are worth: each kind of item is seen, and its near misses are not.

const PAGE = `<!doctype html><html><head><title>Not on the page</title></head><body>
<h1>Tom &amp; Jerry&#x27;s</h1><p>Created: <time>01/07/2025</time>, by <b>Ada</b></p>
<a href="/jobs/1" data-dialog="" aria-label="View the job">View</a><a href="/new">New Job</a>
<button data-busy-label="Saving..."><svg><path d="M0 0"></path></svg><span>Save</span></button>
<button aria-label="Delete Ada" data-copy="a@b.example" data-copy-what="Email"></button>
<label for="f-name">Your Name</label><input id="f-name" type="text" value="Ada">
<label><input type="checkbox"><span>Agree</span></label><textarea id="f-notes"></textarea>
<select aria-label="Status"><option>All</option><option selected="">Open</option></select>
<span class="badge red">URGENT</span><div class="stat"><span>3</span><span>Total</span></div>
<a href="/?tab=x" aria-current="page">Active <span>2</span></a><a href="/?tab=y">Done<span>0</span></a>
<a href="/objects/1" target="_blank"><img src="/objects/1?w=320" alt=""></a><img src="/objects/2?w=320" alt="">
<input type="search" placeholder="Search..." data-narrow="#list">
<table><tr><th scope="row">Rose Cottage</th><td data-label="Contractor">Carl Mason</td></tr></table>
<form data-confirm-text="Sure?" data-confirm-action="Delete"></form>
</body></html>`

const SEEN: Item[] = [
  "Tom & Jerry's",
  'Created: 01/07/2025, by Ada',
  heading("Tom & Jerry's"),
  link('View', '/jobs/1'),
  link('View the job', /^\/jobs/),
  opens('View', '/jobs/1'),
  button('Save'),
  button('Save', 'Saving...'),
  button('Delete Ada'),
  copies('a@b.example', 'Email'),
  field('Your Name', { type: 'text', value: 'Ada' }),
  field('Agree', { type: 'checkbox' }),
  field('Status', { is: 'select' }),
  choices('All', 'Open*'),
  badge('URGENT', 'red'),
  stat('Total', 3),
  tab('Active*', 2),
  tab('Done', 0),
  photo('/objects/1'),
  search('Search...', '#list'),
  question('Sure?', 'Delete'),
  row('Rose Cottage'),
  cell('Contractor', 'Carl Mason'),
]

const NOT_SEEN: Item[] = [
  'Not on the page',
  'Saving...',
  heading('Tom'),
  link('View', '/jobs'),
  link('Old Job', '/new'),
  opens('New Job', '/new'),
  button('Sav'),
  button('Save', 'Sending...'),
  copies('a@b.example', 'Phone'),
  field('Your Name', { type: 'password' }),
  field('Your Name', { is: 'textarea' }),
  field('Name'),
  choices('All*', 'Open'),
  badge('URGENT', 'green'),
  badge('URGE', 'red'),
  stat('Total', 2),
  tab('Active', 2),
  tab('Active*', 3),
  tab('Done*', 0),
  photo('/objects/2'),
  photo('/objects/3'),
  search('Search...'),
  question('Sure?', 'Delete all'),
  row('Carl Mason'),
  cell('Contractor', 'Rose Cottage'),
  cell('Issue', 'Carl Mason'),
]

test('what is there is seen, what is not is not', async () => {
  const screen = await read(new Response(PAGE))
  expect(lacks(screen, ...SEEN)).toEqual([])
  expect(shows(screen, ...NOT_SEEN)).toEqual([])
  expect(lacks(screen, ...NOT_SEEN).length).toBe(NOT_SEEN.length)
})

test('a message is heard wherever an answer brings it', async () => {
  const toast = { title: 'Done', text: 'It is done.' }
  const cookie = `toast=${encodeURIComponent(encodeURIComponent(JSON.stringify(toast)))}; Path=/`
  expect(await toastOf(new Response(null, { headers: { 'set-cookie': cookie } }))).toBe('Done / It is done.')
  const trigger = JSON.stringify({ toast: { ...toast, kind: 'destructive' } })
  expect(await toastOf(new Response('', { headers: { 'hx-trigger': trigger } }))).toBe('! Done / It is done.')
  const shown = '<div class="toast" role="status"><div><p class="toast-title">Done</p><p>It is done.</p></div></div>'
  expect(await toastOf(new Response(shown))).toBe('Done / It is done.')
  expect(await toastOf(new Response('<p>Done</p>'))).toBe('')
})
