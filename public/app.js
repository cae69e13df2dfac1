// What the pages do in the browser beyond htmx. Everything here hangs on attributes and events of the document, so it
// works for what is swapped in later, and every page works without it.
import './js/toast.js'
import './js/failures.js'
import './js/dialog.js'
import './js/confirm.js'
import './js/forms.js'
import './js/focus.js'
import './js/kept.js'
import './js/touches.js'
