import { below, dialog } from './dialog.js'

// A region that asks again and again says what it has (HX-PTag), so that the server can answer 'unchanged', or of a row
// that it has send the place alone (HX-PTags): what stands there stays.
htmx.registerExtension('ptag', {
  htmx_after_init(region) {
    region.ptag = region.getAttribute('hx-ptag')
  },
  htmx_config_request(region, { ctx }) {
    const { headers, body } = ctx.request
    if (dialog().open) headers['HX-Current-URL'] = location.origin + below
    if (region.ptag) headers['HX-PTag'] = headers['HX-PTags'] = region.ptag
    // A form that keeps the address fetches its region also for no words.
    if (region.matches?.('[hx-replace-url]')) for (const [name, value] of [...body]) if (!value) body.delete(name)
  },
  htmx_after_request(region, { ctx }) {
    region.ptag = ctx.response?.headers.get('HX-PTag') ?? region.ptag
  },
  htmx_before_morph_node: (_, { newNode }) => !newNode.matches?.('[data-same]'),
  htmx_after_swap(region) {
    // The row has been taken away for which this place was: the next answer brings all.
    if (region.querySelector('[data-same]')) region.ptag = ''
  },
})
