//! Pictures of the movements that the page is about.

use expect_test::{Expect, expect};
use memgpt_playground::engine::event::Happening;
use memgpt_playground::engine::message::Body;
use memgpt_playground::run::Run;

use super::picture::picture;
use super::runs::{conversation, lesson, position, positions, scene_at};

#[track_caller]
fn check(run: &Run, count: usize, expected: Expect) {
    expected.assert_eq(&picture(&scene_at(run, count)));
}

#[test]
fn an_item_waits_then_the_oldest_is_written_to_the_store() {
    let run = lesson();
    check(
        &run,
        positions(&run, "offered")[0],
        expect![[r#"
            offered · QueueManager has control
            5 used + 0 free + 0 reserved = 5
              #1 Item 1 one
              #2 Item 1 two
              #3 Item 1 three
              #4 Item 1 four
              #5 Item 1 five
            door: Item { text: "six", id: MessageId(6) }
            historial 0, only here 0: 
            manager Idle
            model Idle "" []
            executor Idle
            nothing moves
            price None
        "#]],
    );
    check(
        &run,
        positions(&run, "evicted")[0],
        expect![[r#"
            evicted · QueueManager has control
            4 used + 1 free + 0 reserved = 5
            - #1 Item 1 one
              #2 Item 1 two
              #3 Item 1 three
              #4 Item 1 four
              #5 Item 1 five
            door: Item { text: "six", id: MessageId(6) }
            historial 1, only here 1: W
            manager Evicts
            model Idle "" []
            executor Idle
            PageOutWritten by Automatic: [Row(MessageId(1))] → Cell(MessageId(1)), one
            price None
        "#]],
    );
}

#[test]
fn a_copy_comes_back_at_the_end() {
    let run = lesson();
    check(
        &run,
        positions(&run, "searched")[0],
        expect![[r#"
            searched · FunctionExecutor has control
            5 used + 0 free + 0 reserved = 5
              #3 Item 1 three
              #4 Item 1 four
              #5 Item 1 five
              #6 Item 1 six
              #7 Item 1 seven
            door: Request { text: "one", id: Some(MessageId(1)) }
            historial 2, only here 2: H#
            manager Idle
            model Idle "I do not see it." ["conversation_search"]
            executor Found { shown: 1, total: 1 }
            Search by Model: [Model] → Historial, one
            price None
        "#]],
    );
    check(
        &run,
        positions(&run, "paged_in")[0],
        expect![[r#"
            paged_in · QueueManager has control
            5 used + 0 free + 0 reserved = 5
              #4 Item 1 four
              #5 Item 1 five
              #6 Item 1 six
              #7 Item 1 seven
            + #1′ Item 1 one
            door: Request { text: "one", id: Some(MessageId(1)) }
            historial 3, only here 2: H##
            manager Admits
            model Idle "I do not see it." ["conversation_search"]
            executor Brings
            PageIn by Model: [Cell(MessageId(1))] → Row(MessageId(1)), one
            price Some(PageIn { tokens: 5 })
        "#]],
    );
    check(
        &run,
        run.len(),
        expect![[r#"
            yielded · User has control
            5 used + 0 free + 0 reserved = 5
              #5 Item 1 five
              #6 Item 1 six
              #7 Item 1 seven
              #1′ Item 1 one
              #2′ Item 1 two
            historial 4, only here 2: oo##
            manager Idle
            model Idle "" []
            executor Idle
            nothing moves
            price None
        "#]],
    );
}

#[test]
fn an_edit_shows_both_readings() {
    let run = conversation();
    check(
        &run,
        positions(&run, "block_edited")[0],
        expect![[r#"
            block_edited · FunctionExecutor has control
            879 used + 977 free + 192 reserved = 2048
            block persona: My name is Trasgo.
            block human: Lives in [-Vigo][+Lugo].
              #1 User 36 My sister's dog is called Trasno
              #2 Call 32 archival_memory_insert("The dog 
              #3 Result 31 
              #4 Heartbeat 41 
              #5 Assistant 18 A good name for a dog.
              #6 Result 29 
              #7 User 33 I have moved to Lugo.
              #8 Call 37 core_memory_replace("human", "Vi
            historial 8, only here 0: oooooooo
            archivo   P1 The dog of the sister is Trasno.
            manager Idle
            model Idle "The profile is out of date." ["core_memory_replace"]
            executor Edited
            Store by Model: [Model] → Block(1), human
            price None
        "#]],
    );
}

#[test]
fn the_model_stores_a_passage() {
    let run = conversation();
    check(
        &run,
        positions(&run, "passage_stored")[0],
        expect![[r#"
            passage_stored · FunctionExecutor has control
            690 used + 1166 free + 192 reserved = 2048
            block persona: My name is Trasgo.
            block human: Lives in Vigo.
              #1 User 36 My sister's dog is called Trasno
              #2 Call 32 archival_memory_insert("The dog 
            historial 2, only here 0: oo
            archivo W P1 The dog of the sister is Trasno.
            manager Idle
            model Idle "That is worth keeping." ["archival_memory_insert"]
            executor Stored
            Store by Model: [Model] → Passage(PassageId(1)), The dog of the sister is Trasno.
            price None
        "#]],
    );
}

#[test]
fn the_model_is_warned() {
    let run = conversation();
    check(
        &run,
        positions(&run, "pressure_warned")[0],
        expect![[r#"
            pressure_warned · QueueManager has control
            1510 used + 346 free + 192 reserved = 2048
            block persona: My name is Trasgo.
            block human: Lives in Lugo.
              #1 User 36 My sister's dog is called Trasno
              #2 Call 32 archival_memory_insert("The dog 
              #3 Result 31 
              #4 Heartbeat 41 
              #5 Assistant 18 A good name for a dog.
              #6 Result 29 
              #7 User 33 I have moved to Lugo.
              #8 Call 37 core_memory_replace("human", "Vi
              #9 Result 30 
              #10 Heartbeat 41 
              #11 Assistant 13 Noted.
              #12 Result 29 
              #13 Document 47 Timetable
              #14 Assistant 15 I have it.
              #15 Result 29 
              #16 User 33 Do what does not exist.
              #17 Call 14 core_memory_append("diary")
              #18 Failure 41 The argument content is missing.
              #19 Heartbeat 46 
              #20 Assistant 15 I could not.
              #21 Result 29 
              #22 User 41 And then we talked for a long wh
              #23 Assistant 13 Fine.
              #24 Result 29 
              #25 User 41 And then we talked for a long wh
              #26 Assistant 13 Fine.
              #27 Result 29 
              #28 User 41 And then we talked for a long wh
              #29 Assistant 13 Fine.
              #30 Result 29 
            historial 30, only here 0: oooooooooooooooooooooooooooooo
            archivo   P1 The dog of the sister is Trasno.
            archivo   P2 The ferry leaves at seven.
            archivo   P3 On Sundays at nine.
            manager Warns
            model Idle "" ["send_message"]
            executor Idle
            nothing moves
            price None
        "#]],
    );
}

#[test]
fn a_flush_lets_go_one_by_one_and_folds_all_into_the_summary() {
    let run = conversation();
    check(
        &run,
        positions(&run, "flush_began")[0],
        expect![[r#"
            flush_began · QueueManager has control
            1907 used + 0 free + 141 reserved = 2048 (over by 51)
            block persona: My name is Trasgo.
            block human: Lives in Lugo.
            ! #1 User 36 My sister's dog is called Trasno
            ! #2 Call 32 archival_memory_insert("The dog 
            ! #3 Result 31 
            ! #4 Heartbeat 41 
            ! #5 Assistant 18 A good name for a dog.
            ! #6 Result 29 
            ! #7 User 33 I have moved to Lugo.
            ! #8 Call 37 core_memory_replace("human", "Vi
            ! #9 Result 30 
            ! #10 Heartbeat 41 
            ! #11 Assistant 13 Noted.
            ! #12 Result 29 
            ! #13 Document 47 Timetable
            ! #14 Assistant 15 I have it.
            ! #15 Result 29 
            ! #16 User 33 Do what does not exist.
            ! #17 Call 14 core_memory_append("diary")
            ! #18 Failure 41 The argument content is missing.
            ! #19 Heartbeat 46 
            ! #20 Assistant 15 I could not.
            ! #21 Result 29 
            ! #22 User 41 And then we talked for a long wh
            ! #23 Assistant 13 Fine.
            ! #24 Result 29 
            ! #25 User 41 And then we talked for a long wh
            ! #26 Assistant 13 Fine.
            ! #27 Result 29 
            ! #28 User 41 And then we talked for a long wh
            ! #29 Assistant 13 Fine.
            ! #30 Result 29 
            ! #31 Alert 65 
            ! #32 Assistant 13 Fine.
            ! #33 Result 29 
            ! #34 User 41 And then we talked for a long wh
              #35 Assistant 13 Fine.
              #36 Result 29 
              #37 User 41 And then we talked for a long wh
              #38 Assistant 13 Fine.
              #39 Result 29 
              #40 User 41 And then we talked for a long wh
              #41 Assistant 13 Fine.
              #42 Result 29 
              #43 User 41 And then we talked for a long wh
            historial 43, only here 0: ooooooooooooooooooooooooooooooooooooooooooo
            archivo   P1 The dog of the sister is Trasno.
            archivo   P2 The ferry leaves at seven.
            archivo   P3 On Sundays at nine.
            manager Flushes { left: 0, of: 34 }
            model Idle "" []
            executor Idle
            nothing moves
            price None
        "#]],
    );
    check(
        &run,
        positions(&run, "evicted")[2],
        expect![[r#"
            evicted · QueueManager has control
            1808 used + 48 free + 192 reserved = 2048
            block persona: My name is Trasgo.
            block human: Lives in Lugo.
            . #1 User 36 My sister's dog is called Trasno
            . #2 Call 32 archival_memory_insert("The dog 
            - #3 Result 31 
            ! #4 Heartbeat 41 
            ! #5 Assistant 18 A good name for a dog.
            ! #6 Result 29 
            ! #7 User 33 I have moved to Lugo.
            ! #8 Call 37 core_memory_replace("human", "Vi
            ! #9 Result 30 
            ! #10 Heartbeat 41 
            ! #11 Assistant 13 Noted.
            ! #12 Result 29 
            ! #13 Document 47 Timetable
            ! #14 Assistant 15 I have it.
            ! #15 Result 29 
            ! #16 User 33 Do what does not exist.
            ! #17 Call 14 core_memory_append("diary")
            ! #18 Failure 41 The argument content is missing.
            ! #19 Heartbeat 46 
            ! #20 Assistant 15 I could not.
            ! #21 Result 29 
            ! #22 User 41 And then we talked for a long wh
            ! #23 Assistant 13 Fine.
            ! #24 Result 29 
            ! #25 User 41 And then we talked for a long wh
            ! #26 Assistant 13 Fine.
            ! #27 Result 29 
            ! #28 User 41 And then we talked for a long wh
            ! #29 Assistant 13 Fine.
            ! #30 Result 29 
            ! #31 Alert 65 
            ! #32 Assistant 13 Fine.
            ! #33 Result 29 
            ! #34 User 41 And then we talked for a long wh
              #35 Assistant 13 Fine.
              #36 Result 29 
              #37 User 41 And then we talked for a long wh
              #38 Assistant 13 Fine.
              #39 Result 29 
              #40 User 41 And then we talked for a long wh
              #41 Assistant 13 Fine.
              #42 Result 29 
              #43 User 41 And then we talked for a long wh
            historial 43, only here 3: ##Loooooooooooooooooooooooooooooooooooooooo
            archivo   P1 The dog of the sister is Trasno.
            archivo   P2 The ferry leaves at seven.
            archivo   P3 On Sundays at nine.
            manager Flushes { left: 3, of: 34 }
            model Idle "" []
            executor Idle
            PageOut by Automatic: [Row(MessageId(3))] past QueueManager → Cell(MessageId(3)), 
            price None
        "#]],
    );
    check(
        &run,
        positions(&run, "summarised")[0],
        expect![[r#"
            summarised · QueueManager has control
            922 used + 934 free + 192 reserved = 2048
            block persona: My name is Trasgo.
            block human: Lives in Lugo.
            + #44 Summary 51 We talked about the ferry.
            ~ #1 User 36 My sister's dog is called Trasno
            ~ #2 Call 32 archival_memory_insert("The dog 
            ~ #3 Result 31 
            ~ #4 Heartbeat 41 
            ~ #5 Assistant 18 A good name for a dog.
            ~ #6 Result 29 
            ~ #7 User 33 I have moved to Lugo.
            ~ #8 Call 37 core_memory_replace("human", "Vi
            ~ #9 Result 30 
            ~ #10 Heartbeat 41 
            ~ #11 Assistant 13 Noted.
            ~ #12 Result 29 
            ~ #13 Document 47 Timetable
            ~ #14 Assistant 15 I have it.
            ~ #15 Result 29 
            ~ #16 User 33 Do what does not exist.
            ~ #17 Call 14 core_memory_append("diary")
            ~ #18 Failure 41 The argument content is missing.
            ~ #19 Heartbeat 46 
            ~ #20 Assistant 15 I could not.
            ~ #21 Result 29 
            ~ #22 User 41 And then we talked for a long wh
            ~ #23 Assistant 13 Fine.
            ~ #24 Result 29 
            ~ #25 User 41 And then we talked for a long wh
            ~ #26 Assistant 13 Fine.
            ~ #27 Result 29 
            ~ #28 User 41 And then we talked for a long wh
            ~ #29 Assistant 13 Fine.
            ~ #30 Result 29 
            ~ #31 Alert 65 
            ~ #32 Assistant 13 Fine.
            ~ #33 Result 29 
            ~ #34 User 41 And then we talked for a long wh
              #35 Assistant 13 Fine.
              #36 Result 29 
              #37 User 41 And then we talked for a long wh
              #38 Assistant 13 Fine.
              #39 Result 29 
              #40 User 41 And then we talked for a long wh
              #41 Assistant 13 Fine.
              #42 Result 29 
              #43 User 41 And then we talked for a long wh
            historial 44, only here 34: ##################################oooooooooW
            archivo   P1 The dog of the sister is Trasno.
            archivo   P2 The ferry leaves at seven.
            archivo   P3 On Sundays at nine.
            manager Flushes { left: 34, of: 34 }
            model Idle "" []
            executor Idle
            Fold by Automatic: [Row(MessageId(1)), Row(MessageId(2)), Row(MessageId(3)), Row(MessageId(4)), Row(MessageId(5)), Row(MessageId(6)), Row(MessageId(7)), Row(MessageId(8)), Row(MessageId(9)), Row(MessageId(10)), Row(MessageId(11)), Row(MessageId(12))] → Row(MessageId(44)), 
            price None
        "#]],
    );
    check(
        &run,
        positions(&run, "flush_ended")[0],
        expect![[r#"
            flush_ended · QueueManager has control
            922 used + 934 free + 192 reserved = 2048
            block persona: My name is Trasgo.
            block human: Lives in Lugo.
              #44 Summary 51 We talked about the ferry.
              #35 Assistant 13 Fine.
              #36 Result 29 
              #37 User 41 And then we talked for a long wh
              #38 Assistant 13 Fine.
              #39 Result 29 
              #40 User 41 And then we talked for a long wh
              #41 Assistant 13 Fine.
              #42 Result 29 
              #43 User 41 And then we talked for a long wh
            historial 44, only here 34: ##################################oooooooooo
            archivo   P1 The dog of the sister is Trasno.
            archivo   P2 The ferry leaves at seven.
            archivo   P3 On Sundays at nine.
            manager Idle
            model Idle "" []
            executor Idle
            nothing moves
            price None
        "#]],
    );
}

#[test]
fn a_page_of_copies_enters_and_the_originals_stay() {
    let run = conversation();
    check(
        &run,
        positions(&run, "searched")[0],
        expect![[r#"
            searched · FunctionExecutor has control
            1881 used + 0 free + 167 reserved = 2048 (over by 25)
            block persona: My name is Trasgo.
            block human: Lives in Lugo.
              #44 Summary 51 We talked about the ferry.
              #35 Assistant 13 Fine.
              #36 Result 29 
              #37 User 41 And then we talked for a long wh
              #38 Assistant 13 Fine.
              #39 Result 29 
              #40 User 41 And then we talked for a long wh
              #41 Assistant 13 Fine.
              #42 Result 29 
              #43 User 41 And then we talked for a long wh
              #45 Assistant 13 Fine.
              #46 Result 29 
              #47 User 41 And then we talked for a long wh
              #48 Assistant 13 Fine.
              #49 Result 29 
              #50 User 41 And then we talked for a long wh
              #51 Assistant 13 Fine.
              #52 Result 29 
              #53 User 41 And then we talked for a long wh
              #54 Assistant 13 Fine.
              #55 Result 29 
              #56 User 41 And then we talked for a long wh
              #57 Assistant 13 Fine.
              #58 Result 29 
              #59 User 41 And then we talked for a long wh
              #60 Assistant 13 Fine.
              #61 Result 29 
              #62 User 41 And then we talked for a long wh
              #63 Assistant 13 Fine.
              #64 Result 29 
              #65 Alert 65 
              #66 Assistant 13 Fine.
              #67 Result 29 
              #68 User 41 And then we talked for a long wh
              #69 Assistant 13 Fine.
              #70 Result 29 
              #71 User 41 And then we talked for a long wh
              #72 Assistant 13 Fine.
              #73 Result 29 
              #74 User 41 And then we talked for a long wh
              #75 Assistant 13 Fine.
              #76 Result 29 
              #77 User 35 What was my sister's dog called?
              #78 Call 28 conversation_search("dog")
            historial 78, only here 34: H###H#############################oooooooooooooooooooooooooooooooooooooooooooo
            archivo   P1 The dog of the sister is Trasno.
            archivo   P2 The ferry leaves at seven.
            archivo   P3 On Sundays at nine.
            manager Idle
            model Idle "I see no dog. I look for it." ["conversation_search"]
            executor Found { shown: 2, total: 2 }
            Search by Model: [Executor] → Historial, dog
            price None
        "#]],
    );
    check(
        &run,
        positions(&run, "paged_in")[0],
        expect![[r#"
            paged_in · QueueManager has control
            1970 used + 0 free + 78 reserved = 2048 (over by 114)
            block persona: My name is Trasgo.
            block human: Lives in Lugo.
              #44 Summary 51 We talked about the ferry.
              #35 Assistant 13 Fine.
              #36 Result 29 
              #37 User 41 And then we talked for a long wh
              #38 Assistant 13 Fine.
              #39 Result 29 
              #40 User 41 And then we talked for a long wh
              #41 Assistant 13 Fine.
              #42 Result 29 
              #43 User 41 And then we talked for a long wh
              #45 Assistant 13 Fine.
              #46 Result 29 
              #47 User 41 And then we talked for a long wh
              #48 Assistant 13 Fine.
              #49 Result 29 
              #50 User 41 And then we talked for a long wh
              #51 Assistant 13 Fine.
              #52 Result 29 
              #53 User 41 And then we talked for a long wh
              #54 Assistant 13 Fine.
              #55 Result 29 
              #56 User 41 And then we talked for a long wh
              #57 Assistant 13 Fine.
              #58 Result 29 
              #59 User 41 And then we talked for a long wh
              #60 Assistant 13 Fine.
              #61 Result 29 
              #62 User 41 And then we talked for a long wh
              #63 Assistant 13 Fine.
              #64 Result 29 
              #65 Alert 65 
              #66 Assistant 13 Fine.
              #67 Result 29 
              #68 User 41 And then we talked for a long wh
              #69 Assistant 13 Fine.
              #70 Result 29 
              #71 User 41 And then we talked for a long wh
              #72 Assistant 13 Fine.
              #73 Result 29 
              #74 User 41 And then we talked for a long wh
              #75 Assistant 13 Fine.
              #76 Result 29 
              #77 User 35 What was my sister's dog called?
              #78 Call 28 conversation_search("dog")
            + #79 Page 89 2 of 2 results (page 1/1): ["197 #5′ #1′
            historial 79, only here 34: H###H#############################ooooooooooooooooooooooooooooooooooooooooooooo
            archivo   P1 The dog of the sister is Trasno.
            archivo   P2 The ferry leaves at seven.
            archivo   P3 On Sundays at nine.
            manager Admits
            model Idle "I see no dog. I look for it." ["conversation_search"]
            executor Brings
            PageIn by Model: [Cell(MessageId(5)), Cell(MessageId(1))] past Executor → Row(MessageId(79)), A good name for a dog.
            price Some(PageIn { tokens: 1970 })
        "#]],
    );
    check(
        &run,
        positions(&run, "paged_in")[1],
        expect![[r#"
            paged_in · QueueManager has control
            1034 used + 822 free + 192 reserved = 2048
            block persona: My name is Trasgo.
            block human: Lives in Lugo.
              #81 Summary 51 We talked about the ferry.
              #74 User 41 And then we talked for a long wh
              #75 Assistant 13 Fine.
              #76 Result 29 
              #77 User 35 What was my sister's dog called?
              #78 Call 28 conversation_search("dog")
              #79 Page 89 2 of 2 results (page 1/1): ["197 #5′ #1′
              #80 Heartbeat 41 
              #82 Call 20 archival_memory_search("dog")
            + #83 Page 65 1 of 1 results (page 1/1): ["197 P1′
            historial 83, only here 73: #########################################################################oooooooooo
            archivo H P1 The dog of the sister is Trasno.
            archivo   P2 The ferry leaves at seven.
            archivo   P3 On Sundays at nine.
            manager Admits
            model Idle "" ["archival_memory_search"]
            executor Brings
            PageIn by Model: [Passage(PassageId(1))] past Executor → Row(MessageId(83)), The dog of the sister is Trasno.
            price Some(PageIn { tokens: 1034 })
        "#]],
    );
}

#[test]
fn a_failed_call_comes_back_as_a_failure() {
    let run = conversation();
    check(
        &run,
        positions(&run, "call_failed")[0],
        expect![[r#"
            call_failed · FunctionExecutor has control
            1130 used + 726 free + 192 reserved = 2048
            block persona: My name is Trasgo.
            block human: Lives in Lugo.
              #1 User 36 My sister's dog is called Trasno
              #2 Call 32 archival_memory_insert("The dog 
              #3 Result 31 
              #4 Heartbeat 41 
              #5 Assistant 18 A good name for a dog.
              #6 Result 29 
              #7 User 33 I have moved to Lugo.
              #8 Call 37 core_memory_replace("human", "Vi
              #9 Result 30 
              #10 Heartbeat 41 
              #11 Assistant 13 Noted.
              #12 Result 29 
              #13 Document 47 Timetable
              #14 Assistant 15 I have it.
              #15 Result 29 
              #16 User 33 Do what does not exist.
              #17 Call 14 core_memory_append("diary")
            historial 17, only here 0: ooooooooooooooooo
            archivo   P1 The dog of the sister is Trasno.
            archivo   P2 The ferry leaves at seven.
            archivo   P3 On Sundays at nine.
            manager Idle
            model Idle "" ["core_memory_append"]
            executor Failed
            nothing moves
            price None
        "#]],
    );
    let is_failure = |what: &Happening| {
        matches!(what, Happening::Arrived(message)
            if matches!(message.body, Body::FunctionResult { is_ok: false, .. }))
    };
    check(
        &run,
        position(&run, is_failure),
        expect![[r#"
            arrived · QueueManager has control
            1171 used + 685 free + 192 reserved = 2048
            block persona: My name is Trasgo.
            block human: Lives in Lugo.
              #1 User 36 My sister's dog is called Trasno
              #2 Call 32 archival_memory_insert("The dog 
              #3 Result 31 
              #4 Heartbeat 41 
              #5 Assistant 18 A good name for a dog.
              #6 Result 29 
              #7 User 33 I have moved to Lugo.
              #8 Call 37 core_memory_replace("human", "Vi
              #9 Result 30 
              #10 Heartbeat 41 
              #11 Assistant 13 Noted.
              #12 Result 29 
              #13 Document 47 Timetable
              #14 Assistant 15 I have it.
              #15 Result 29 
              #16 User 33 Do what does not exist.
              #17 Call 14 core_memory_append("diary")
            + #18 Failure 41 The argument content is missing.
            historial 18, only here 0: oooooooooooooooooW
            archivo   P1 The dog of the sister is Trasno.
            archivo   P2 The ferry leaves at seven.
            archivo   P3 On Sundays at nine.
            manager Admits
            model Idle "" ["core_memory_append"]
            executor Returns
            Arrival by Automatic: [Executor] → Row(MessageId(18)), The argument content is missing. Call again with it.
            price None
        "#]],
    );
}
