// Listens on the document, so that it works for swapped parts; every page works without it.
import './js/asking.js'
import './js/toast.js'
import './js/failures.js'
import './js/forms.js'
import './js/focus.js'
import './js/kept.js'
import './js/first-touch.js'
