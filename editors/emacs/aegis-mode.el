;;; aegis-mode.el --- Major mode for Aegis programs  -*- lexical-binding: t -*-

;; Author: Aegis
;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1") (eglot "1.8"))
;; Keywords: languages

;;; Commentary:

;; Colours, indentation and an outline for .aeg files, and the language server `aegis lsp'
;; through Eglot: start it with `M-x eglot', or for every file with
;;
;;   (add-hook 'aegis-mode-hook #'eglot-ensure)
;;
;; `C-c C-c' runs the program in the buffer.

;;; Code:

(require 'seq)

(declare-function eglot-current-server "eglot")
(declare-function eglot--signal-textDocument/didChange "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function jsonrpc-request "jsonrpc")
(defvar eglot-server-programs)

(defgroup aegis nil
  "Programs in Aegis."
  :group 'languages)

(defcustom aegis-server-command '("aegis" "lsp")
  "The command that starts the language server, with its arguments."
  :type '(repeat string))

(defcustom aegis-indent-offset 4
  "Spaces a level in programs that do not tell: 2 or 4.
A program tells with its first indented line."
  :type '(choice (const 2) (const 4))
  :safe (lambda (value) (memq value '(2 4))))

;;;; Colours

(defvar aegis-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?' "." table)
    (dolist (operator '(?+ ?- ?* ?/ ?^ ?= ?< ?> ?! ?: ?& ?| ?% ?$))
      (modify-syntax-entry operator "." table))
    ;; These are no brackets of the language.
    (dolist (bracket '(?\[ ?\] ?{ ?}))
      (modify-syntax-entry bracket "." table))
    table)
  "What each character is.")

(defconst aegis--string-regexp "\"\\(?:[^\"\\\\\n]\\|\\\\[^\n]\\)*\""
  "A string with its end, whatever stands behind its backslashes.")

(defun aegis--propertize (start end)
  "Let strings without an end take the rest of their line from START to END.
Without this, they would go on in the next lines."
  (goto-char start)
  (while (re-search-forward "[\"#]" end t)
    (goto-char (match-beginning 0))
    (cond ((eq (char-after) ?#) (end-of-line))
          ((looking-at aegis--string-regexp) (goto-char (match-end 0)))
          (t
           (let ((fence (string-to-syntax "|")))
             (put-text-property (point) (1+ (point)) 'syntax-table fence)
             (end-of-line)
             (unless (eobp)
               (put-text-property (point) (1+ (point)) 'syntax-table fence)))))))

(defvar aegis-font-lock-keywords
  `((,(regexp-opt '("if" "else" "and" "or" "not") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("true" "false") 'symbols) . font-lock-constant-face)
    (,(regexp-opt '("print" "input") 'symbols) . font-lock-builtin-face)
    ("^ *\\([a-z][a-z0-9_]*\\) *=\\(?:[^=]\\|$\\)" 1 font-lock-variable-name-face)
    ;; What follows a number directly makes it malformed.
    ("\\_<[0-9]+\\(?:\\.[0-9]+\\)?\\(?:[eE][+-]?[0-9]+\\)?\\([A-Za-z0-9_.]*\\)" 0
     (if (= (match-beginning 1) (match-end 1)) font-lock-constant-face font-lock-warning-face))
    ("[^]a-z0-9_ \"=!<>+*/^():#\r\n-]\\|]\\|!\\(?:[^=]\\|$\\)" . font-lock-warning-face))
  "What is coloured besides strings and comments.
What cannot be a part of a program is a warning.")

;;;; Indentation

;; The rules of the language (specification, section 3) fix the level of a line only behind a
;; colon.  Anywhere else a line may also close blocks, and only its author knows how many.  So TAB
;; offers the levels one after the other, and everything that indents by itself, such as a typed
;; colon or `indent-region', leaves a line alone that stands at a level it can have.

(defun aegis--blank-line-p ()
  "Whether the line at point is blank.
A CR at its end is a part of the end."
  (save-excursion
    (back-to-indentation)
    (looking-at "\r?$")))

(defun aegis--code-line-p ()
  "Whether the line at point has code: it is neither blank nor a comment."
  (save-excursion
    (back-to-indentation)
    (not (looking-at "\r?$\\|#"))))

(defun aegis--previous-code-line ()
  "Go to the indentation of the line with code before this one.
Return nil when there is none."
  (let ((found nil))
    (beginning-of-line)
    (while (and (not found) (not (bobp)))
      (forward-line -1)
      (setq found (aegis--code-line-p)))
    (when found
      (back-to-indentation)
      t)))

(defun aegis--opens-block-p ()
  "Whether the line at point ends in a colon, apart from spaces and a comment."
  (save-excursion
    (end-of-line)
    (let ((state (syntax-ppss)))
      (when (nth 4 state)
        (goto-char (nth 8 state))
        (setq state (syntax-ppss)))
      (skip-chars-backward " \r")
      (and (eq (char-before) ?:)
           (not (nth 3 state))))))

(defun aegis-unit ()
  "The spaces a level of this program.
Those of its first indented line, if they are 2 or 4."
  (save-excursion
    (goto-char (point-min))
    (if (and (re-search-forward "^ +[^ #\r\n]" nil t)
             (memq (current-indentation) '(2 4)))
        (current-indentation)
      aegis-indent-offset)))

(defun aegis--else-levels ()
  "The columns of each `if' that an `else' at this line can belong to.
The nearest one comes first: between it and this line, there is
nothing but deeper lines."
  (save-excursion
    (let ((lowest nil) (levels nil))
      (while (and (not (eql lowest 0)) (aegis--previous-code-line))
        (when (or (null lowest) (< (current-column) lowest))
          (setq lowest (current-column))
          (when (looking-at "if\\_>")
            (push lowest levels))))
      (nreverse levels))))

(defun aegis--levels ()
  "The columns that this line can start at, the one to begin with first."
  (or (and (save-excursion (back-to-indentation) (looking-at "else\\_>"))
           (aegis--else-levels))
      (save-excursion
        (let ((unit (aegis-unit)))
          (cond ((not (aegis--previous-code-line)) '(0))
                ((aegis--opens-block-p) (list (+ (current-column) unit)))
                (t (number-sequence (current-column) 0 (- unit))))))))

(defun aegis--kept-level (levels)
  "The one of LEVELS for a line that nobody asked to move.
It is the one that the line has, or nearly has, and for a new line the first."
  (let ((own (current-indentation)) (best (car levels)))
    (unless (or (> own best)
                (aegis--blank-line-p)
                (and (not (memq own levels))
                     (save-excursion (back-to-indentation) (looking-at "else\\_>"))))
      (dolist (level levels)
        (when (< (abs (- level own)) (abs (- best own)))
          (setq best level))))
    best))

(defun aegis--indent-to (column)
  "Let the line at point start at COLUMN; point stays with its text."
  ;; No program has tabs; one as wide as a level would look right and stay.
  (save-excursion
    (back-to-indentation)
    (untabify (line-beginning-position) (point)))
  (if (<= (current-column) (current-indentation))
      (indent-line-to column)
    (save-excursion (indent-line-to column))))

(defun aegis-indent-line ()
  "Indent the line at point.
TAB moves it to the deepest level that it can have, and each
further TAB one level out.  Otherwise, a line at a level that it
can have is left alone."
  (interactive)
  (let ((levels (aegis--levels)))
    (aegis--indent-to
     (cond ((not (eq this-command 'indent-for-tab-command)) (aegis--kept-level levels))
           ((eq last-command this-command)
            (or (seq-find (lambda (level) (< level (current-indentation))) levels)
                (car levels)))
           (t (car levels))))))

(defun aegis-indent-region (start end)
  "Mend the levels of the lines from START to END.
Lines at levels that they can have are left alone, since moving
them would change the program."
  (save-excursion
    (setq end (copy-marker end))
    (goto-char start)
    (beginning-of-line)
    (while (< (point) end)
      (unless (aegis--blank-line-p)
        (aegis--indent-to (aegis--kept-level (aegis--levels))))
      (forward-line 1))
    (move-marker end nil)))

;;;; The language server

(defun aegis--contact (&rest _)
  "Return `aegis-server-command' for Eglot, when it can be run.
With a prefix argument, Eglot asks for a command itself."
  (unless (or current-prefix-arg (executable-find (car aegis-server-command) t))
    (user-error "There is no command `%s' here; see `aegis-server-command'"
                (car aegis-server-command)))
  aegis-server-command)

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(aegis-mode . aegis--contact)))

(defun aegis--report (result)
  "What the envelope RESULT of a run has to show."
  (let ((status (plist-get result :status))
        (problem (plist-get result :error)))
    (concat (plist-get result :output)
            (cond ((equal status "error")
                   (format "%s%s: %s\n"
                           (if (numberp (plist-get problem :line))
                               (format "%d:%d: " (plist-get problem :line)
                                       (plist-get problem :column))
                             "")
                           (plist-get problem :category)
                           (plist-get problem :message)))
                  ((equal status "input_required")
                   "(the program waits for input)\n")))))

(defun aegis--run-once (inputs)
  "Let the server run the program in this buffer with INPUTS, a list.
Return the envelope."
  (let ((server (eglot-current-server)))
    (unless server
      (user-error "No language server serves this buffer; `M-x eglot' starts it"))
    (eglot--signal-textDocument/didChange)
    (jsonrpc-request
     server :workspace/executeCommand
     (list :command "aegis.run"
           :arguments (vector (list :uri (plist-get (eglot--TextDocumentIdentifier) :uri)
                                    :inputs (vconcat inputs)))))))

(defun aegis--show (result)
  "Show the envelope RESULT in its buffer."
  (with-current-buffer (get-buffer-create "*aegis output*")
    (unless (derived-mode-p 'special-mode)
      (special-mode))
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (aegis--report result)))
    (display-buffer (current-buffer))))

(defun aegis-run ()
  "Run the program in this buffer; it need not be saved.
At each `input()' it asks, and runs again from the start with all
that was answered: runs are deterministic, so nothing else changes.
Return the envelope of the last run."
  (interactive)
  (require 'eglot)
  (let* ((inputs nil)
         (result (aegis--run-once inputs)))
    (while (equal (plist-get result :status) "input_required")
      (aegis--show result)
      (setq inputs (append inputs
                           (list (read-string
                                  (format "input %d: "
                                          (plist-get (plist-get result :request) :index))))))
      (setq result (aegis--run-once inputs)))
    (aegis--show result)
    result))

;;;; The mode

(defvar aegis-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'aegis-run)
    map)
  "The keys of `aegis-mode'.")

;;;###autoload
(define-derived-mode aegis-mode prog-mode "Aegis"
  "Major mode for programs in Aegis.

\\{aegis-mode-map}"
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+ *")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'aegis-indent-line)
  (setq-local indent-region-function #'aegis-indent-region)
  (setq-local electric-indent-chars (cons ?: electric-indent-chars))
  (setq-local tab-width (aegis-unit))
  (setq-local syntax-propertize-function #'aegis--propertize)
  (setq-local font-lock-defaults '(aegis-font-lock-keywords))
  (setq-local imenu-generic-expression
              '((nil "^ *\\([a-z][a-z0-9_]*\\) *=\\(?:[^=]\\|$\\)" 1))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.aeg\\'" . aegis-mode))

(provide 'aegis-mode)
;;; aegis-mode.el ends here
