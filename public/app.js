// Listens on the document, so that it works for swapped parts; every page works without it.

// Takes its messages out of a dialog that closes before dialog.js empties it.
import './js/toast.js'
import './js/asking.js'
import './js/failures.js'
import './js/dialog.js'
import './js/confirm.js'
import './js/forms.js'
import './js/focus.js'
import './js/kept.js'
import './js/back.js'
