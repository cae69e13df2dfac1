// For every page, from its first touch on.

import './js/dialog.js'
import './js/touches.js'
