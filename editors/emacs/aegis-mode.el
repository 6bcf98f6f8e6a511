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
(require 'subr-x)

(declare-function eglot-current-server "eglot")
(declare-function eglot--signal-textDocument/didChange "eglot")
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
  :type '(choice (const 2) (const 4)))

(defvar aegis-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?' "." table)
    (dolist (operator '(?+ ?- ?* ?/ ?^ ?= ?< ?> ?! ?:))
      (modify-syntax-entry operator "." table))
    table)
  "What each character is.")

(defvar aegis-font-lock-keywords
  `((,(regexp-opt '("if" "else" "and" "or" "not") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("true" "false") 'symbols) . font-lock-constant-face)
    (,(regexp-opt '("print" "input") 'symbols) . font-lock-builtin-face)
    ("^ *\\([a-z][a-z0-9_]*\\) *=\\(?:[^=]\\|$\\)" 1 font-lock-variable-name-face)
    ("\\_<[0-9]+\\(?:\\.[0-9]+\\)?\\(?:[eE][+-]?[0-9]+\\)?\\_>" . font-lock-constant-face))
  "What is coloured besides strings and comments.")

(defun aegis--code-line-p ()
  "Whether the line at point has code: it is neither blank nor a comment."
  (save-excursion
    (back-to-indentation)
    (not (or (eolp) (eq (char-after) ?#)))))

(defun aegis--previous-code-line ()
  "Go to the indentation of the line with code before this one.
Return nil when there is none."
  (let ((found nil))
    (while (and (not found) (zerop (forward-line -1)))
      (setq found (aegis--code-line-p)))
    (when found
      (back-to-indentation)
      t)))

(defun aegis--opens-block-p ()
  "Whether the line at point ends in a colon, apart from spaces and a comment."
  (save-excursion
    (end-of-line)
    (let ((comment (nth 8 (syntax-ppss))))
      (when comment
        (goto-char comment)))
    (skip-chars-backward " ")
    (and (eq (char-before) ?:)
         (not (nth 3 (syntax-ppss))))))

(defun aegis-unit ()
  "The spaces a level of this program.
Those of its first indented line, if they are 2 or 4."
  (save-excursion
    (goto-char (point-min))
    (if (and (re-search-forward "^ +[^ #\n]" nil t)
             (memq (current-indentation) '(2 4)))
        (current-indentation)
      aegis-indent-offset)))

(defun aegis--deepest ()
  "The deepest column that this line can start at."
  (save-excursion
    (beginning-of-line)
    (cond ((not (aegis--previous-code-line)) 0)
          ((aegis--opens-block-p) (+ (current-indentation) (aegis-unit)))
          (t (current-indentation)))))

(defun aegis--else-column ()
  "The column of the nearest `if' above without an `else', or nil."
  (save-excursion
    (beginning-of-line)
    (let ((level nil) (closed nil) (found nil))
      (while (and (not found) (aegis--previous-code-line))
        (let ((column (current-indentation)))
          (when (or (null level) (<= column level))
            (setq level column)
            (cond ((looking-at "else\\_>") (push column closed))
                  ((looking-at "if\\_>")
                   (if (memq column closed)
                       (setq closed (remq column closed))
                     (setq found column)))))))
      found)))

(defun aegis-indent-line ()
  "Indent the line at point; called again, go one level out each time."
  (interactive)
  (let* ((deepest (aegis--deepest))
         (unit (aegis-unit))
         (is-else (save-excursion (back-to-indentation) (looking-at "else\\_>")))
         (column
          (cond (is-else (or (aegis--else-column) (max 0 (- deepest unit))))
                ((and (eq this-command last-command)
                      (eq this-command 'indent-for-tab-command))
                 (if (zerop (current-indentation)) deepest
                   (max 0 (- (current-indentation) unit))))
                (t deepest))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

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
                   "(stopped: the program waits for input)\n")))))

(defun aegis--run-once (inputs)
  "Let the server run the program in this buffer with INPUTS, a list.
Return the envelope."
  (let ((server (eglot-current-server)))
    (unless server
      (user-error "No language server serves this buffer; start it with `M-x eglot'"))
    (eglot--signal-textDocument/didChange)
    (jsonrpc-request
     server :workspace/executeCommand
     (list :command "aegis.run"
           :arguments (vector (list :uri (aegis--uri) :inputs (vconcat inputs)))))))

(defun aegis--uri ()
  "How the server knows this buffer."
  (plist-get (eglot--TextDocumentIdentifier) :uri))
(declare-function eglot--TextDocumentIdentifier "eglot")

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

(defun aegis--show (result)
  "Show the envelope RESULT in its buffer."
  (with-current-buffer (get-buffer-create "*aegis output*")
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (aegis--report result)))
    (special-mode)
    (display-buffer (current-buffer))))

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
  (setq-local electric-indent-chars (append '(?:) electric-indent-chars))
  (setq-local tab-width (aegis-unit))
  (setq-local font-lock-defaults '(aegis-font-lock-keywords))
  (setq-local imenu-generic-expression
              '((nil "^ *\\([a-z][a-z0-9_]*\\) *=\\(?:[^=]\\|$\\)" 1))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.aeg\\'" . aegis-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               (cons 'aegis-mode (lambda (&rest _) aegis-server-command))))

(provide 'aegis-mode)
;;; aegis-mode.el ends here
